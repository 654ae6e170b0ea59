import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { selectedEntries, type SelectedKeys } from "#domain/objects/archive/selectedEntries.ts"

const slowModel = ({ keys, objects }: SelectedKeys): ReadonlyArray<string> => {
  const folders = keys.filter((key) => key.endsWith("/"))
  const ofKeys = keys.filter((key) => !folders.some((folder) => folder !== key && key.startsWith(folder)))
  const alone = objects.filter((key) => !ofKeys.includes(key) && !folders.some((folder) => key.startsWith(folder)))
  return [...ofKeys.map((key) => (key.endsWith("/") ? `${key}*` : key)), ...alone].toSorted()
}
const chosen = (keys: SelectedKeys) =>
  selectedEntries(keys)
    .map(({ isFolder, key }) => (isFolder ? `${key}*` : key))
    .toSorted()
const Key = Schema.String.check(Schema.isPattern(/^[ab/.]{1,5}$/u))

describe("the keys of a selection", () => {
  it.prop(
    "omits what lies in a selected folder, as a comparison of all pairs does",
    [Schema.Array(Key), Schema.Array(Key)],
    ([some, others]) => {
      const wanted = { keys: [...new Set(some)], objects: [...new Set(others)] }
      assert.deepStrictEqual(chosen(wanted), slowModel(wanted))
    }
  )

  it("tells the object a/ from the folder a/, which includes it", () => {
    assert.deepStrictEqual(selectedEntries({ keys: ["a/b"], objects: ["a/"] }), [
      { key: "a/", isFolder: false },
      { key: "a/b", isFolder: false }
    ])
    assert.deepStrictEqual(selectedEntries({ keys: ["a/"], objects: ["a/"] }), [{ key: "a/", isFolder: true }])
  })

  it("reads each of 1,000 folders with long names a few times, and not once for each other", () => {
    let compared = 0
    class Counted extends String {
      override startsWith(other: string) {
        compared += 1
        return super.startsWith(other)
      }
    }
    const keys = Array.from(
      { length: 1_000 },
      (_, index) => new Counted(`${"a".repeat(1_000)}${index}/`) as unknown as string
    )
    assert.lengthOf(selectedEntries({ keys, objects: [] }), 1_000)
    assert.isAtMost(compared, 1_000)
  })
})
