import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  addressChange,
  decodeSort,
  decodeUrlState,
  encodeSort,
  encodeUrlState,
  place,
  refinement
} from "../../frontend/src/lib/url-state.ts"

const keys = { q: refinement(), sort: refinement("name"), open: place() }
const usual = { q: "", sort: "name", open: "" }
const Text = { q: Schema.String, sort: Schema.String, open: Schema.String }

const wellFormed = (typed: typeof usual): typeof usual => ({
  q: typed.q.toWellFormed(),
  sort: typed.sort.toWellFormed(),
  open: typed.open.toWellFormed()
})

describe("the address of a listing", () => {
  it.prop("brings back the state that was written to it", Text, (typed) => {
    assert.deepStrictEqual(decodeUrlState(encodeUrlState("", typed, keys), keys), wellFormed(typed))
  })

  it("leaves out what is as usual and keeps what others put there", () => {
    assert.strictEqual(encodeUrlState("?context_id=12&q=old", usual, keys), "?context_id=12")
    assert.strictEqual(encodeUrlState("?context_id=12", { ...usual, q: "a b" }, keys), "?context_id=12&q=a+b")
    assert.strictEqual(encodeUrlState("", usual, keys), "")
  })

  it("names a descending sort by a minus", () => {
    assert.deepStrictEqual(decodeSort("-used_bytes"), { by: "used_bytes", dir: "desc" })
    assert.strictEqual(encodeSort("used_bytes", "desc"), "-used_bytes")
    assert.deepStrictEqual(decodeSort(encodeSort("name", "asc")), { by: "name", dir: "asc" })
  })
})

describe("what a change of state is to the history", () => {
  it("adds a history entry for a place, and replaces the entry for a refinement", () => {
    assert.deepStrictEqual(addressChange("?context_id=1", { ...usual, open: "a" }, keys), {
      how: "push",
      search: "?context_id=1&open=a"
    })
    assert.deepStrictEqual(addressChange("?open=a", { ...usual, open: "a", q: "x" }, keys), {
      how: "replace",
      search: "?open=a&q=x"
    })
    assert.deepStrictEqual(addressChange("?open=a&q=x", usual, keys), { how: "push", search: "" })
  })

  it("leaves an address alone that says the same in other words", () => {
    for (const search of [
      "?open=a%20b",
      "?open=a+b",
      "?&open=a+b",
      "?open=a+b&open=c",
      "?utm_source=mail&open=a%20b&"
    ]) {
      assert.deepStrictEqual(addressChange(search, { ...usual, open: "a b" }, keys), { how: "none" }, search)
    }
  })

  it.prop(
    "settles at once: what was written needs no other change",
    { before: Schema.String, ...Text },
    ({ before, ...state }) => {
      const change = addressChange(`?${before.toWellFormed()}`, state, keys)
      if (change.how === "none") return
      assert.deepStrictEqual(addressChange(change.search, state, keys), { how: "none" })
      assert.deepStrictEqual(decodeUrlState(change.search, keys), wellFormed(state))
    }
  )

  it("reads hostile addresses as text", () => {
    const long = "x".repeat(20_000)
    const cases = {
      "?open=%zz": "%zz",
      "?open=%00": "\0",
      "?open=__proto__": "__proto__",
      "?open=constructor&__proto__=1": "constructor",
      [`?open=${long}`]: long,
      "?open=%ff": "\ufffd",
      "?open": ""
    }
    for (const [search, open] of Object.entries(cases)) {
      assert.strictEqual(decodeUrlState(search, keys).open, open)
      assert.deepStrictEqual(addressChange(search, { ...usual, open }, keys), { how: "none" })
    }
  })
})
