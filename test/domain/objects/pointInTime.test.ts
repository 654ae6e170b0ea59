import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { type RetainedVersion, pointInTime } from "#domain/objects/pointInTime.ts"

interface Stored extends RetainedVersion {
  readonly said: string
}

const moments = 12
/** Events on a key, one per tick: new content, the same bytes with other metadata, or a deletion. */
const happenings = Schema.Array(
  Schema.Struct({
    what: Schema.Literals(["write a", "write b", "retag a", "delete", "nothing"])
  })
).check(Schema.isMaxLength(moments))
const at = Schema.Int.check(Schema.isBetween({ minimum: -1, maximum: moments }))

let made = 0
const stored = (writtenAt: number, what: string): Stored => {
  const isMarker = what === "delete"
  return {
    versionId: `v${made++}`,
    isMarker,
    writtenAt,
    size: isMarker ? 0 : 1,
    etag: isMarker ? null : what.endsWith("a") ? "a" : "b",
    said: what
  }
}

const history = (events: ReadonlyArray<{ readonly what: string }>): ReadonlyArray<Stored> =>
  events.flatMap(({ what }, moment) => (what === "nothing" ? [] : [stored(moment, what)])).reverse()

const shown = (versions: ReadonlyArray<Stored>): string | null =>
  versions[0] === undefined || versions[0].isMarker ? null : versions[0].said

const done = (
  versions: ReadonlyArray<Stored>,
  moment: number,
  at: number
): { readonly versions: ReadonlyArray<Stored>; readonly changed: boolean } => {
  const decision = pointInTime(versions, at)
  switch (decision.act) {
    case "keep":
      return { versions, changed: false }
    case "hide":
      return { versions: [stored(moment, "delete"), ...versions], changed: true }
    case "undelete":
    case "restore": {
      const from = versions.find(({ versionId }) => versionId === decision.from.versionId)
      assert.isDefined(from)
      if (decision.act === "restore" && decision.alike && shown(versions) === from?.said)
        return { versions, changed: false }
      return {
        versions: [{ ...stored(moment, "write a"), etag: from?.etag ?? null, said: from?.said ?? "" }, ...versions],
        changed: true
      }
    }
  }
}

it.prop(
  "shows what was shown then, keeps every version and delete marker, and does nothing the second time",
  { events: happenings, at },
  ({ at, events }) => {
    const before = history(events)
    const then = shown(before.filter(({ writtenAt }) => writtenAt <= at))
    const once = done(before, moments + 1, at)
    assert.strictEqual(shown(once.versions), then)
    const left = new Set(once.versions.map(({ versionId }) => versionId))
    for (const version of before) assert.isTrue(left.has(version.versionId))
    for (let moment = -1; moment <= moments; moment++)
      assert.strictEqual(
        shown(once.versions.filter(({ writtenAt }) => writtenAt <= moment)),
        shown(before.filter(({ writtenAt }) => writtenAt <= moment))
      )
    const twice = done(once.versions, moments + 2, at)
    assert.isFalse(twice.changed)
    assert.deepStrictEqual(twice.versions, once.versions)
  }
)

it.prop("goes back to what it was before by what it made", { events: happenings, at }, ({ at, events }) => {
  const before = history(events)
  const { versions: after } = done(before, moments + 1, at)
  const undone = after.filter(({ versionId }) => before.some((version) => version.versionId === versionId))
  assert.strictEqual(shown(undone), shown(before))
})

const marker = (writtenAt: number) => ({ ...stored(writtenAt, "delete") })

it("lays a copy over all markers above what was shown, and deletes none of them", () => {
  const versions = [marker(5), marker(4), stored(1, "write a")]
  const decision = pointInTime(versions, 2)
  assert.deepStrictEqual(decision, { act: "undelete", from: versions[2] as RetainedVersion })
})

it("lays a copy over a marker that stands above another version", () => {
  const versions = [marker(5), stored(4, "write b"), stored(1, "write a")]
  assert.deepStrictEqual(pointInTime(versions, 2), {
    act: "restore",
    from: versions[2] as RetainedVersion,
    alike: false
  })
})

it("leaves alone what was deleted then and is now, and what never was", () => {
  assert.deepStrictEqual(pointInTime([marker(5), stored(4, "write b"), marker(2)], 3), { act: "keep" })
  assert.deepStrictEqual(pointInTime([marker(5), stored(4, "write b")], 3), { act: "keep" })
  assert.deepStrictEqual(pointInTime([], 3), { act: "keep" })
})
