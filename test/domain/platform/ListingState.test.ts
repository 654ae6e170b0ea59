import { assert, describe, it } from "@effect/vitest"
import { type ListingState, provesAbsence } from "#domain/platform/ListingState.ts"

const read: ListingState = {
  state: "complete",
  refreshing: false,
  stale: false,
  refreshed_at: "2026-11-27T10:00:00.000Z",
  last_error: null,
  failed_at: null,
  version: 1
}
const before = "2026-11-27T09:00:00.000Z"

describe("a listing without a row", () => {
  it("proves that it does not exist if it was read whole since, and without a fault", () => {
    assert.isTrue(provesAbsence(read, before))
  })

  it("proves nothing when it is not whole, of earlier, or older than the row's beginning", () => {
    const fault = { code: "storage_error", detail: "refused" }
    for (const listing of [
      { ...read, state: "partial" as const },
      { ...read, stale: true },
      { ...read, last_error: fault },
      { ...read, refreshed_at: null }
    ])
      assert.isFalse(provesAbsence(listing, before), JSON.stringify(listing))
    assert.isFalse(provesAbsence(read, "2026-11-27T11:00:00.000Z"))
  })
})
