import { assert, describe, it } from "@effect/vitest"
import { entryFolder, isListable, topFolders } from "../../frontend/src/lib/context-folders.ts"

const folders = [
  { bucket_name: "shared", prefix: "team/" },
  { bucket_name: "shared", prefix: "plans/2026/" },
  { bucket_name: "own", prefix: "drafts/" },
  { bucket_name: "own", prefix: "" }
]

describe("folders of a context", () => {
  it("offers no folder above the granted ones, and all without a limit", () => {
    assert.deepStrictEqual(
      ["", "team/", "team/a/", "plans/", "other/"].filter((one) => isListable(folders, "shared", one)),
      ["team/", "team/a/"]
    )
    assert.isTrue(isListable(folders, "own", ""))
    assert.isFalse(isListable(folders, "foreign", "team/"))
    assert.isTrue(isListable(undefined, "shared", ""))
  })

  it("enters a bucket at its root where that is granted, else at the first granted folder", () => {
    assert.deepStrictEqual(
      ["shared", "own", "foreign"].map((bucket) => entryFolder(folders, bucket)),
      ["team/", "", ""]
    )
    assert.strictEqual(entryFolder(undefined, "shared"), "")
  })

  it("begins the tree of a bucket at the topmost granted folders", () => {
    assert.deepStrictEqual(
      ["shared", "own", "foreign"].map((bucket) => topFolders(folders, bucket)),
      [["plans/2026/", "team/"], [""], []]
    )
    assert.deepStrictEqual(topFolders(undefined, "shared"), [""])
  })
})
