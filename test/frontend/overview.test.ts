import { assert, describe, it } from "@effect/vitest"
import { dailySeries } from "../../frontend/src/features/usage/overview/daily-series.ts"
import { noticesOf, verdictOf } from "../../frontend/src/features/usage/overview/notices.ts"

type Summary = Parameters<typeof noticesOf>[0]

const calm: Summary = {
  endpoints: { total: 2, up: 2, degraded: 0, down: 0, unchecked: 0 },
  troubled_endpoints: [],
  open_incidents: [],
  accounts: 1,
  s3_users: 0,
  connections: 0,
  users: { total: 1, active: 1 },
  storage: {
    used_bytes: 1,
    object_count: 1,
    bucket_count: 1,
    counted: 1,
    unknown: 0,
    as_of: "2026-05-04T09:30:00.000Z"
  },
  attention: {
    stale_listings: 0,
    failed_jobs: 0,
    unknown_changes: 0,
    expiring_tokens: 0,
    expiring_connections: 0,
    pending_link_requests: 0,
    differing_accounts: 0,
    differing_s3_users: 0,
    failed_sign_ins: 3
  },
  generated_at: "2026-05-04T09:30:00.000Z"
}

describe("the overview of administrators", () => {
  it("is calm when all is well: a few refused sign-ins are every day's", () => {
    assert.deepStrictEqual(noticesOf(calm, true), [])
  })
  it("names each thing that wants somebody, the worst first, with the way to it", () => {
    const notices = noticesOf(
      {
        ...calm,
        troubled_endpoints: [
          { id: 3, name: "Lyon", state: "down", error: "storage_timeout", since: calm.generated_at },
          { id: 4, name: "Nice", state: "degraded", error: null, since: calm.generated_at }
        ],
        attention: {
          stale_listings: 2,
          failed_jobs: 1,
          unknown_changes: 1,
          expiring_tokens: 1,
          expiring_connections: 1,
          pending_link_requests: 1,
          differing_accounts: 1,
          differing_s3_users: 2,
          failed_sign_ins: 20
        }
      },
      true
    )
    assert.deepStrictEqual(
      notices
        .map(({ tone }) => tone)
        .toSorted((a, b) => ["danger", "warn", "info"].indexOf(a) - ["danger", "warn", "info"].indexOf(b)),
      notices.map(({ tone }) => tone)
    )
    assert.strictEqual(notices.length, 11)
    assert.deepInclude(notices[0], {
      text: "Lyon does not answer (storage_timeout)",
      href: "/admin/storage-endpoints/3"
    })
    assert.isTrue(notices.every(({ href, label }) => href.startsWith("/") && label !== ""))
    assert.strictEqual(new Set(notices.map(({ key }) => key)).size, notices.length)
  })
  it("leads nobody to everybody’s tokens who may not see them", () => {
    const expiring = { ...calm, attention: { ...calm.attention, expiring_tokens: 2 } }
    assert.strictEqual(noticesOf(expiring, true)[0]?.href, "/admin/api-tokens")
    assert.strictEqual(noticesOf(expiring, false)[0]?.href, "/profile#api-tokens")
  })
  it("a day on which nothing was written down is a gap in the line, never a 0", () => {
    const series = dailySeries(
      [
        { day: "2026-05-01", storage_endpoint_id: 1, v: 5 },
        { day: "2026-05-03", storage_endpoint_id: 1, v: 7 },
        { day: "2026-05-02", storage_endpoint_id: 2, v: 1 }
      ],
      ({ v }) => v,
      (id) => `e${id}`
    )
    assert.deepStrictEqual(
      series.map(({ name, points }) => [name, points.map(({ value }) => value)]),
      [
        ["e1", [5, null, 7]],
        ["e2", [null, 1, null]]
      ]
    )
    assert.deepStrictEqual(
      dailySeries([], () => 0, String),
      []
    )
  })
})

describe("the verdict of the overview", () => {
  const verdict = (changes: Partial<Summary>, watched = true) =>
    verdictOf(noticesOf({ ...calm, ...changes }, true, watched), watched)

  it("says that all is right only when nothing is unknown", () => {
    assert.strictEqual(verdict({}).tone, "ok")
    assert.strictEqual(verdict({ storage: { ...calm.storage, unknown: 1 } }).tone, "info")
    assert.strictEqual(verdict({ endpoints: { ...calm.endpoints, unchecked: 1 } }).tone, "info")
    assert.strictEqual(verdict({ endpoints: { total: 0, up: 0, degraded: 0, down: 0, unchecked: 0 } }).tone, "info")
    assert.strictEqual(verdict({}, false).tone, "info", "health checks are off")
  })

  it("counts what wants somebody, whatever else is unknown", () => {
    const storage = { ...calm.storage, unknown: 1 }
    assert.deepStrictEqual(verdict({ storage, attention: { ...calm.attention, failed_jobs: 1 } }), {
      tone: "warn",
      text: "One thing wants you"
    })
  })
})
