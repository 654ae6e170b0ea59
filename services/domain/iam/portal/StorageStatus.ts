import { Schema } from "effect"
import { Name } from "../../platform/Text.ts"

export const probeOperations = ["put", "get", "list", "delete"] as const
export const ProbeOperation = Schema.Literals(probeOperations).annotate({ identifier: "ProbeOperation" })
export type ProbeOperation = typeof ProbeOperation.Type

/** Failures of the gateway. `wrong_answer`: the object, the list or the answer was not what had been stored. */
export const probeFailures = ["timeout", "unreachable", "connection", "server_error", "wrong_answer"] as const
export type ProbeFailure = (typeof probeFailures)[number]

/** Reasons that prove nothing about the gateway. `refused`: the technical user may not use its own bucket. */
export const probeObstacles = ["no_key", "refused", "quota"] as const
export type ProbeObstacle = (typeof probeObstacles)[number]

export const probeOutcomes = ["succeeded", "failed", "not_possible"] as const
export type ProbeOutcome = (typeof probeOutcomes)[number]

const Milliseconds = Schema.NullOr(Schema.Int)

export interface ProbeResult {
  readonly outcome: ProbeOutcome
  readonly latencies: Readonly<Partial<Record<ProbeOperation, number>>>
  readonly operation: ProbeOperation | null
  readonly cause: ProbeFailure | ProbeObstacle | null
}

export const notPossible = (cause: ProbeObstacle, operation: ProbeOperation | null = null): ProbeResult => ({
  outcome: "not_possible",
  latencies: {},
  operation,
  cause
})

/** `ended_at` null: still open. */
export const ProbeIncident = Schema.Struct({
  started_at: Schema.String,
  ended_at: Schema.NullOr(Schema.String),
  operation: ProbeOperation,
  cause: Schema.Literals(probeFailures)
}).annotate({ identifier: "ProbeIncident" })
export type ProbeIncident = typeof ProbeIncident.Type

/** UTC day. `median_ms`: all operations of successful probes; null without one. */
export const ProbeDay = Schema.Struct({
  day: Schema.String,
  probe_count: Schema.Int,
  failed_count: Schema.Int,
  median_ms: Milliseconds
}).annotate({ identifier: "ProbeDay" })
export type ProbeDay = typeof ProbeDay.Type

export const StatusNote = Schema.Struct({ text: Schema.String, written_at: Schema.String }).annotate({
  identifier: "StatusNote"
})
export type StatusNote = typeof StatusNote.Type

/** `text` null: deletes the note. */
export const SetStatusNote = Schema.Struct({ text: Schema.NullOr(Name(500)) }).annotate({
  identifier: "SetStatusNote"
})
export type SetStatusNote = typeof SetStatusNote.Type

export const StorageStatus = Schema.Struct({
  name: Schema.String,
  /** `degraded`: the last probe failed, without an incident so far. */
  state: Schema.Literals(["available", "degraded", "disrupted", "unknown"]),
  /** Null unless `state` is `unknown`. */
  unknown_reason: Schema.NullOr(Schema.Literals(["not_probed", "disabled", "outdated", ...probeObstacles])),
  /** Null before the first probe. */
  probed_at: Schema.NullOr(Schema.String),
  /** Results of the last probe; null: not reached. `median_ms`: of the last 24 hours; null without a success. */
  operations: Schema.Array(
    Schema.Struct({
      operation: ProbeOperation,
      result: Schema.NullOr(Schema.Literals(["succeeded", "failed"])),
      latency_ms: Milliseconds,
      median_ms: Milliseconds
    })
  ),
  days: Schema.Array(ProbeDay),
  incidents: Schema.Array(ProbeIncident),
  note: Schema.NullOr(StatusNote)
}).annotate({ identifier: "StorageStatus" })
export type StorageStatus = typeof StorageStatus.Type

export const StorageProbeReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  reason: Schema.NullOr(Schema.Literals(["lease_held", "disabled"])),
  probed_count: Schema.Int,
  failed_count: Schema.Int,
  not_possible_count: Schema.Int,
  purged_count: Schema.Int
}).annotate({ identifier: "StorageProbeReport" })
export type StorageProbeReport = typeof StorageProbeReport.Type
