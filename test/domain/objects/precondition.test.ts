import { expect, it } from "vitest"
import { precondition } from "#domain/objects/precondition.ts"

const etag = `"a,b"`

it.each([
  [{}, "met"],
  [{ "if-match": etag }, "met"],
  [{ "if-match": "*" }, "met"],
  [{ "if-match": `"x", ${etag}` }, "met"],
  [{ "if-match": `"x"` }, "failed"],
  [{ "if-match": `W/${etag}` }, "failed"],
  [{ "if-match": "a,b" }, "failed"],
  [{ "if-match": "" }, "failed"],
  [{ "if-none-match": `"x"` }, "met"],
  [{ "if-none-match": "nonsense" }, "met"],
  [{ "if-none-match": etag }, "unmodified"],
  [{ "if-none-match": `"x",W/${etag}` }, "unmodified"],
  [{ "if-none-match": " * " }, "unmodified"],
  [{ "if-match": `"x"`, "if-none-match": etag }, "failed"],
  [{ "if-match": etag, "if-none-match": etag }, "unmodified"]
] as const)('%j of an object with the tag "a,b" is %s', (conditions, verdict) =>
  expect(precondition(conditions, etag)).toBe(verdict)
)

it("a weak tag is the same as none to If-Match, whoever sends it, and the same as another to If-None-Match", () => {
  expect(
    [{ "if-match": `W/"x"` }, { "if-match": `"x"` }, { "if-none-match": `"x"` }].map((one) =>
      precondition(one, `W/"x"`)
    )
  ).toEqual(["failed", "failed", "unmodified"])
})

it("an object without a tag matches none, and is there all the same", () => {
  expect(
    [{ "if-match": etag }, { "if-none-match": etag }, { "if-match": "*" }, { "if-none-match": "*" }].map((one) =>
      precondition(one, null)
    )
  ).toEqual(["failed", "met", "met", "unmodified"])
})
