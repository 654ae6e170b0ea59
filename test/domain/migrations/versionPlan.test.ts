import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { ListedEntry } from "#domain/objects/comparison/compareEntries.ts"
import { keyVersions, versionsToWrite } from "#domain/objects/migrations/versionPlan.ts"

const versionsOf = (text: string): ReadonlyArray<ListedEntry> =>
  Array.from(text, (content, index) => ({
    key: "k",
    index,
    versionId: `${index}`,
    isMarker: content === "-",
    size: 1,
    etag: content === "-" ? null : content.codePointAt(0)!.toString(16).padStart(32, "0"),
    modifiedAt: "2026-11-28T00:00:00.000Z"
  }))
const textOf = (entries: ReadonlyArray<ListedEntry>) =>
  entries.map(({ etag, isMarker }) => (isMarker ? "-" : String.fromCodePoint(Number.parseInt(etag ?? "", 16)))).join("")
const written = (source: string, target: string) =>
  textOf(versionsToWrite({ key: "k", source: versionsOf(source), target: versionsOf(target) }))

describe("versions of a key", () => {
  it("are written in the order of the source, markers among them, though they are of one second", () =>
    assert.strictEqual(written("ab-c-", ""), "ab-c-"))
  it("go on where an interrupted copy ended", () => assert.strictEqual(written("ab-c-", "ab"), "-c-"))
  it("are not written again after the source lost its oldest ones", () =>
    assert.strictEqual(written("bcd", "abc"), "d"))
  it("are written over what others wrote there", () => assert.strictEqual(written("ab", "xy"), "ab"))
  it("are read from a listing that is newest first", () => {
    const [newest, oldest] = versionsOf("ba") as [ListedEntry, ListedEntry]
    const { source, target } = keyVersions([
      { key: "k", source: newest, target: null },
      { key: "k", source: oldest, target: null }
    ])
    assert.deepStrictEqual([textOf(source), textOf(target)], ["ab", ""])
  })

  const Text = Schema.Array(Schema.Literals(["a", "b", "-"])).check(Schema.isMaxLength(6))
  it.prop(
    "end as the newest ones of the target, from any state, interrupted after any of them",
    [Text, Text, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 6 }))],
    ([one, other, interruptedAfter]) => {
      const [source, before] = [one.join(""), other.join("")]
      const begun = before + written(source, before).slice(0, interruptedAfter)
      const end = begun + written(source, begun)
      assert.isTrue(end.endsWith(source), `${before} → ${begun} → ${end}, of ${source}`)
      assert.strictEqual(written(source, end), "", "nothing is left to do")
    }
  )
})
