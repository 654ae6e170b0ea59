import { assert, it } from "@effect/vitest"
import { commonPrefix } from "#domain/objects/commonPrefix.ts"

it("what keys begin with in common ends before the first difference, and never within a character", () => {
  assert.strictEqual(commonPrefix(["a/b/1", "a/b/2", "a/c"]), "a/")
  assert.strictEqual(commonPrefix(["a/b", "a/b/c"]), "a/b")
  assert.strictEqual(commonPrefix(["a", "b"]), "")
  assert.strictEqual(commonPrefix(["a/\u{1f600}", "a/\u{1f601}"]), "a/")
  assert.strictEqual(commonPrefix([]), "")
})
