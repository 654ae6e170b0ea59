import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { chosenKeys } from "#domain/objects/archive/chosenKeys.ts"

/** Compares each key with each folder. */
const slowModel = (keys: ReadonlyArray<string>): ReadonlyArray<string> => {
  const folders = keys.filter((key) => key.endsWith("/"))
  return keys.filter((key) => !folders.some((folder) => folder !== key && key.startsWith(folder))).toSorted()
}
const Key = Schema.String.check(Schema.isPattern(/^[ab/.]{1,5}$/u))

describe("the keys of a selection", () => {
  it.prop("omits what lies in a selected folder, as a comparison of all pairs does", [Schema.Array(Key)], ([keys]) => {
    const once = [...new Set(keys)]
    assert.deepStrictEqual(chosenKeys(once), slowModel(once))
  })

  it("reads each of 1,000 folders with long names a few times, and not once for each other", () => {
    let compared = 0
    class Counted extends String {
      override startsWith(other: string) {
        compared += 1
        return super.startsWith(other)
      }
    }
    const keys = Array.from({ length: 1_000 }, (_, index) => new Counted(`${"a".repeat(1_000)}${index}/`) as unknown as string)
    assert.lengthOf(chosenKeys(keys), 1_000)
    assert.isAtMost(compared, 1_000)
  })
})
