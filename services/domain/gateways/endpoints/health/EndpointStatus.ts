import { Schema } from "effect"
import { GatewayFinding } from "../GatewayDiagnosis.ts"
import { EndpointHealth } from "../StorageEndpoint.ts"
import { streamEvent } from "../../../platform/streamEvent.ts"
import { cursorPageOf, cursorQuery } from "../../../platform/Cursor.ts"
import { RowId } from "../../../platform/RowId.ts"

/** How far back a history goes. */
export const HistoryRange = Schema.Literals(["24h", "7d", "30d", "90d"]).annotate({ identifier: "HistoryRange" })
export type HistoryRange = typeof HistoryRange.Type

const Latency = Schema.NullOr(Schema.Int)

/** Checks of a while, and how long those took that were answered, in milliseconds. */
const figures = {
  checks: Schema.Int,
  /** Of them those without a useful answer. */
  failures: Schema.Int,
  p50_ms: Latency,
  p95_ms: Latency,
  p99_ms: Latency
}

export const HealthFigures = Schema.Struct(figures).annotate({ identifier: "HealthFigures" })
export type HealthFigures = typeof HealthFigures.Type

/** The checks of one step of a history, from `at` on. A step without checks is not there. */
export const HealthPoint = Schema.Struct({ at: Schema.String, ...figures }).annotate({ identifier: "HealthPoint" })
export type HealthPoint = typeof HealthPoint.Type

/** A day, of UTC; `checks` 0: nothing is known of it. */
export const HealthDay = Schema.Struct({ day: Schema.String, checks: Schema.Int, failures: Schema.Int, incidents: Schema.Int }).annotate({ identifier: "HealthDay" })
export type HealthDay = typeof HealthDay.Type

/** What the checks of an endpoint said. The percentiles of 24 hours are exact, those of longer ranges within 5 %. */
export const EndpointHistory = Schema.Struct({
  range: HistoryRange,
  from: Schema.String,
  to: Schema.String,
  /** Seconds that a point stands for. */
  step_seconds: Schema.Int,
  points: Schema.Array(HealthPoint),
  /** Of the whole range. */
  total: HealthFigures,
  /** The last 90 days, the oldest first, whatever the range. */
  days: Schema.Array(HealthDay)
}).annotate({ identifier: "EndpointHistory" })
export type EndpointHistory = typeof EndpointHistory.Type

export const historyQuery = { range: Schema.optionalKey(HistoryRange) }

/** A while in which an endpoint did not answer: from the first of three failed checks to the first of two that succeeded. */
export const EndpointIncident = Schema.Struct({
  id: Schema.Int,
  storage_endpoint_id: Schema.Int,
  started_at: Schema.String,
  /** Null: it is going on. */
  ended_at: Schema.NullOr(Schema.String),
  /** What the first failed check found. */
  cause: GatewayFinding,
  /** The same in a sentence. */
  summary: Schema.String
}).annotate({ identifier: "EndpointIncident" })
export type EndpointIncident = typeof EndpointIncident.Type

const Position = Schema.Tuple([Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 }))])
export const incidentPosition = Position
export const incidentQuery = cursorQuery(Position)
export const IncidentPage = cursorPageOf(EndpointIncident).annotate({ identifier: "EndpointIncidentPage" })
export type IncidentPage = typeof IncidentPage.Type

/** How endpoints are: of all of them at first, then of those of which something new is known. */
export const EndpointsHealth = Schema.Struct({
  endpoints: Schema.Array(Schema.Struct({ id: RowId, health: Schema.NullOr(EndpointHealth), open_incident: Schema.NullOr(EndpointIncident) }))
}).annotate({ identifier: "EndpointsHealth" })
export type EndpointsHealth = typeof EndpointsHealth.Type

export const EndpointStatusEvent = Schema.Union([streamEvent("health", EndpointsHealth)])
export type EndpointStatusEvent = typeof EndpointStatusEvent.Type

/** What a run of the checks did. */
export const EndpointCheckReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  reason: Schema.NullOr(Schema.Literals(["lease_held", "disabled"])),
  checked_count: Schema.Int,
  /** Of them those without a useful answer. */
  down_count: Schema.Int,
  opened_count: Schema.Int,
  closed_count: Schema.Int,
  /** Rows that were older than they are kept. */
  purged_count: Schema.Int
}).annotate({ identifier: "EndpointCheckReport" })
export type EndpointCheckReport = typeof EndpointCheckReport.Type
