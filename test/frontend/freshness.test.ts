import { assert, describe, it } from "@effect/vitest"
import { type Freshness, freshnessOf, type StreamState, LIVE_FOR } from "../../frontend/src/lib/freshness.ts"

const now = 1_800_000_000_000

describe("how current something is", () => {
  it.each([
    [{ stream: "open", readAt: null, stale: false }, "unread"],
    [{ stream: "open", readAt: now - 1000, stale: false }, "live"],
    [{ stream: "open", readAt: now - LIVE_FOR + 1, stale: false }, "live"],
    // an open stream with old rows: "live" and "three hours old" together confuse
    [{ stream: "open", readAt: now - LIVE_FOR, stale: false }, "updated"],
    [{ stream: "none", readAt: now - 1000, stale: false }, "updated"],
    [{ stream: "closed", readAt: now - 1000, stale: false }, "cut"],
    [{ stream: "open", readAt: now - 1000, stale: true }, "stale"],
    [{ stream: "closed", readAt: now - 1000, stale: true }, "stale"],
    [{ stream: "open", readAt: now + 5000, stale: false }, "live"]
  ] as ReadonlyArray<[StreamState, Freshness]>)("%j: %s", (known, said) =>
    assert.strictEqual(freshnessOf(known, now), said)
  )
})
