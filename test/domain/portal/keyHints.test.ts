import { assert, describe, it } from "@effect/vitest"
import { keyHints } from "#domain/iam/portal/keyHints.ts"

const now = new Date("2026-11-27T12:00:00.000Z")
const key = { created_at: "2026-10-01T00:00:00.000Z", last_request_at: null, logged_since: "2026-09-01T00:00:00.000Z" }

describe("hints to access keys", () => {
  it("call a key never used only where access logs cover all its life and hold no request since", () => {
    assert.deepStrictEqual(keyHints(key, now), ["never_used"])
    assert.deepStrictEqual(keyHints({ ...key, last_request_at: "2026-09-30T00:00:00.000Z" }, now), ["never_used"])
    assert.deepStrictEqual(keyHints({ ...key, last_request_at: "2026-10-02T00:00:00.000Z" }, now), [])
    assert.deepStrictEqual(keyHints({ ...key, logged_since: "2026-10-02T00:00:00.000Z" }, now), [])
    assert.deepStrictEqual(keyHints({ ...key, logged_since: null }, now), [])
  })

  it("call a key old from the day after its first year", () => {
    const old = { created_at: "2025-11-27T12:00:00.000Z", last_request_at: null, logged_since: null }
    assert.deepStrictEqual(keyHints(old, now), [])
    assert.deepStrictEqual(keyHints({ ...old, created_at: "2025-11-27T11:59:59.999Z" }, now), ["older_than_a_year"])
  })
})
