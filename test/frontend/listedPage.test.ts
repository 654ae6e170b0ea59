import { assert, it } from "@effect/vitest"
import { listedPage, unlistedProblem } from "../../frontend/src/lib/listed-page.ts"

const error = { code: "storage_error", detail: "The gateway refused to list the buckets" }

it("a page of buckets that could not be listed is a problem with its reason, and no account without buckets", () => {
  assert.throws(() => listedPage({ items: [], listing: { state: "empty", last_error: error } }), error.detail)
  assert.deepInclude(unlistedProblem({ state: "empty", last_error: error }), {
    code: "storage_error",
    detail: error.detail
  })
})

it("buckets that are on their way, known in part, or known from before are shown", () => {
  for (const listing of [
    { state: "empty", last_error: null },
    { state: "partial", last_error: error },
    { state: "complete", last_error: error }
  ]) {
    const page = { items: [], listing }
    assert.strictEqual(listedPage(page), page)
  }
})
