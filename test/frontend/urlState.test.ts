import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { decodeSort, decodeUrlState, encodeSort, encodeUrlState } from "../../frontend/src/lib/url-state.ts"

const defaults = { q: "", sort: "name", open: "" }

describe("the address of a listing", () => {
  it.prop("brings back the state that was written to it", { q: Schema.String, sort: Schema.String, open: Schema.String }, (typed) => {
    // An address is UTF-8: half of a surrogate pair has no place in it.
    const state = { q: typed.q.toWellFormed(), sort: typed.sort.toWellFormed(), open: typed.open.toWellFormed() }
    assert.deepStrictEqual(decodeUrlState(encodeUrlState("", state, defaults), defaults), state)
  })

  it("leaves out what is as usual and keeps what others put there", () => {
    assert.strictEqual(encodeUrlState("?context_id=12&q=old", defaults, defaults), "?context_id=12")
    assert.strictEqual(encodeUrlState("?context_id=12", { ...defaults, q: "a b" }, defaults), "?context_id=12&q=a+b")
    assert.strictEqual(encodeUrlState("", defaults, defaults), "")
  })

  it("names a descending sort by a minus", () => {
    assert.deepStrictEqual(decodeSort("-used_bytes"), { by: "used_bytes", dir: "desc" })
    assert.strictEqual(encodeSort("used_bytes", "desc"), "-used_bytes")
    assert.deepStrictEqual(decodeSort(encodeSort("name", "asc")), { by: "name", dir: "asc" })
  })
})
