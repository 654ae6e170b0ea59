import { Schema } from "effect"
import { GatewayFinding } from "../GatewayDiagnosis.ts"
import { EndpointHealth } from "../StorageEndpoint.ts"
import { streamEvent } from "../../../platform/streamEvent.ts"
import { cursorPageOf, cursorQuery } from "../../../platform/Cursor.ts"
import { RowId } from "../../../platform/RowId.ts"

export const HistoryRange = Schema.Literals(["24h", "7d", "30d", "90d"]).annotate({ identifier: "HistoryRange" })
export type HistoryRange = typeof HistoryRange.Type

const Latency = Schema.NullOr(Schema.Int)

const figures = {
  checks: Schema.Int,
  failures: Schema.Int,
  p50_ms: Latency,
  p95_ms: Latency,
  p99_ms: Latency
}

export const HealthFigures = Schema.Struct(figures).annotate({ identifier: "HealthFigures" })
export type HealthFigures = typeof HealthFigures.Type

export const HealthPoint = Schema.Struct({ at: Schema.String, ...figures }).annotate({ identifier: "HealthPoint" })
export type HealthPoint = typeof HealthPoint.Type

export const HealthDay = Schema.Struct({
  day: Schema.String,
  checks: Schema.Int,
  failures: Schema.Int,
  incidents: Schema.Int
}).annotate({ identifier: "HealthDay" })
export type HealthDay = typeof HealthDay.Type

/** Exact for 24 hours, within 5 % for longer ranges. */
export const EndpointHistory = Schema.Struct({
  range: HistoryRange,
  from: Schema.String,
  to: Schema.String,
  step_seconds: Schema.Int,
  points: Schema.Array(HealthPoint),
  total: HealthFigures,
  days: Schema.Array(HealthDay)
}).annotate({ identifier: "EndpointHistory" })
export type EndpointHistory = typeof EndpointHistory.Type

export const historyQuery = { range: Schema.optionalKey(HistoryRange) }

export const EndpointIncident = Schema.Struct({
  id: Schema.Int,
  storage_endpoint_id: Schema.Int,
  started_at: Schema.String,
  ended_at: Schema.NullOr(Schema.String),
  cause: GatewayFinding,
  summary: Schema.String
}).annotate({ identifier: "EndpointIncident" })
export type EndpointIncident = typeof EndpointIncident.Type

const Position = Schema.Tuple([
  Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 }))
])
export const incidentPosition = Position
export const incidentQuery = cursorQuery(Position)
export const IncidentPage = cursorPageOf(EndpointIncident).annotate({ identifier: "EndpointIncidentPage" })
export type IncidentPage = typeof IncidentPage.Type

export const EndpointsHealth = Schema.Struct({
  endpoints: Schema.Array(
    Schema.Struct({ id: RowId, health: Schema.NullOr(EndpointHealth), open_incident: Schema.NullOr(EndpointIncident) })
  )
}).annotate({ identifier: "EndpointsHealth" })
export type EndpointsHealth = typeof EndpointsHealth.Type

export const EndpointStatusEvent = Schema.Union([streamEvent("health", EndpointsHealth)])
export type EndpointStatusEvent = typeof EndpointStatusEvent.Type

export const EndpointCheckReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  reason: Schema.NullOr(Schema.Literals(["lease_held", "disabled"])),
  checked_count: Schema.Int,
  down_count: Schema.Int,
  opened_count: Schema.Int,
  closed_count: Schema.Int,
  purged_count: Schema.Int
}).annotate({ identifier: "EndpointCheckReport" })
export type EndpointCheckReport = typeof EndpointCheckReport.Type
