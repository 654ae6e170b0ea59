import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type IncidentState, nextIncidentState } from "#domain/gateways/endpoints/health/incidents.ts"
import { type ProbeRun, probeIncidents } from "#domain/iam/portal/probeIncidents.ts"
import type { ProbeIncident } from "#domain/iam/portal/StorageStatus.ts"
import { notPossible } from "#domain/iam/portal/StorageStatus.ts"
import { type StoredProbes, storageStatusOf } from "#domain/iam/portal/storageStatusOf.ts"

const MINUTE = 60_000
const timeOf = (index: number) => new Date(index * MINUTE).toISOString()
const operations = ["put", "get", "list", "delete"] as const
const operationOf = (index: number) => operations[index % operations.length]!
const Probes = Schema.Array(Schema.Literals(["succeeded", "failed", "not_possible"])).check(Schema.isMaxLength(200))
type Outcomes = typeof Probes.Type

const runsOf = (outcomes: Outcomes): ReadonlyArray<ProbeRun> => {
  const runs: Array<ProbeRun> = []
  outcomes.forEach((outcome, index) => {
    if (outcome === "not_possible") return
    const failed = outcome === "failed"
    const last = runs.at(-1)
    if (last?.failed === failed) runs[runs.length - 1] = { ...last, count: last.count + 1 }
    else
      runs.push({
        failed,
        count: 1,
        began_at: timeOf(index),
        operation: failed ? operationOf(index) : null,
        cause: failed ? "timeout" : null
      })
  })
  return runs
}

/** Slow model: each probe is a health check; impossible probes say nothing. */
const slowModel = (outcomes: Outcomes): ReadonlyArray<ProbeIncident> => {
  let watch: IncidentState | null = null
  const incidents: Array<ProbeIncident> = []
  outcomes.forEach((outcome, index) => {
    if (outcome === "not_possible") return
    const [next, change]: ReturnType<typeof nextIncidentState> = nextIncidentState(watch, {
      at: index * MINUTE,
      cause: outcome === "failed" ? operationOf(index) : null
    })
    watch = next
    if (change?._tag === "Opened")
      incidents.push({
        started_at: new Date(change.startedAt).toISOString(),
        ended_at: null,
        operation: change.cause as ProbeIncident["operation"],
        cause: "timeout"
      })
    if (change?._tag === "Closed")
      incidents[incidents.length - 1] = { ...incidents.at(-1)!, ended_at: new Date(change.endedAt).toISOString() }
  })
  return incidents
}

const now = Date.parse("2026-11-27T12:00:00.000Z")
const at = (minutesAgo: number) => new Date(now - minutesAgo * MINUTE).toISOString()
const none: StoredProbes = { name: "Main", latest: null, medians: {}, days: [], runs: [], note: null }
const latencies = { put: 5, get: 2, list: 3, delete: 4 }
const success = { outcome: "succeeded", latencies, operation: null, cause: null } as const
const failure = { outcome: "failed", latencies: { put: 5 }, operation: "get", cause: "timeout" } as const
const failedRun = (count: number): ProbeRun => ({
  failed: true,
  count,
  began_at: at(30),
  operation: "get",
  cause: "timeout"
})
const stateOf = (stored: Partial<StoredProbes>, isProbed = true) => {
  const { state, unknown_reason } = storageStatusOf({ ...none, ...stored }, isProbed, now)
  return [state, unknown_reason]
}

describe("storage status", () => {
  it.prop(
    "incidents last from the first of three failures to the first of two successes, as a slow model has it",
    [Probes],
    ([outcomes]) => {
      assert.deepStrictEqual(probeIncidents(runsOf(outcomes)), slowModel(outcomes))
    },
    { arbitrary: { runs: 500 } }
  )

  it("the state is unknown without a recent probe that was possible", () => {
    const fresh = { probed_at: at(1) }
    assert.deepStrictEqual(stateOf({}), ["unknown", "not_probed"])
    assert.deepStrictEqual(stateOf({ latest: { ...success, ...fresh } }, false), ["unknown", "disabled"])
    assert.deepStrictEqual(stateOf({ latest: { ...success, probed_at: at(21) } }), ["unknown", "outdated"])
    assert.deepStrictEqual(stateOf({ latest: { ...notPossible("no_key"), ...fresh } }), ["unknown", "no_key"])
    assert.deepStrictEqual(stateOf({ latest: { ...notPossible("quota", "put"), ...fresh }, runs: [failedRun(3)] }), [
      "unknown",
      "quota"
    ])
    assert.deepStrictEqual(stateOf({ latest: { ...success, ...fresh } }), ["available", null])
    assert.deepStrictEqual(stateOf({ latest: { ...failure, ...fresh }, runs: [failedRun(2)] }), ["degraded", null])
    assert.deepStrictEqual(stateOf({ latest: { ...failure, ...fresh }, runs: [failedRun(3)] }), ["disrupted", null])
  })

  it("each operation has its result, and operations that were not sent have none", () => {
    const { days, operations: shown } = storageStatusOf(
      {
        ...none,
        latest: { ...failure, probed_at: at(1) },
        medians: { put: 4 },
        days: [{ day: "2026-11-26", probe_count: 2, failed_count: 1, median_ms: 9 }]
      },
      true,
      now
    )
    assert.deepStrictEqual(
      shown.map(({ latency_ms, median_ms, result }) => [result, latency_ms, median_ms]),
      [
        ["succeeded", 5, 4],
        ["failed", null, null],
        [null, null, null],
        [null, null, null]
      ]
    )
    assert.deepStrictEqual(
      [days.length, days[0]?.day, days.at(-2)?.failed_count, days.at(-1)],
      [30, "2026-10-29", 1, { day: "2026-11-27", probe_count: 0, failed_count: 0, median_ms: null }]
    )
  })
})
