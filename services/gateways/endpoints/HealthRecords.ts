import { Context, type DateTime, type Effect } from "effect"
import type {
  EndpointHistory,
  EndpointsHealth,
  HistoryRange,
  IncidentPage
} from "#domain/gateways/endpoints/health/EndpointStatus.ts"
import type { IncidentChange, IncidentState } from "#domain/gateways/endpoints/health/incidents.ts"
import type { EndpointHealth } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { CursorQuery } from "#domain/platform/Cursor.ts"

export interface StoredHealth {
  readonly name: string
  readonly health: EndpointHealth | null
  readonly watch: IncidentState | null
}

export interface NextHealth {
  readonly health: EndpointHealth
  readonly watch: IncidentState
  readonly change: IncidentChange | null
  readonly summary: string
}

export interface RetainedSince {
  readonly checks: DateTime.Utc
  readonly hours: DateTime.Utc
  readonly days: DateTime.Utc
}

export class HealthRecords extends Context.Service<
  HealthRecords,
  {
    /** One transaction per check, serialised per endpoint. Null for a deleted endpoint. */
    readonly record: (
      endpointId: number,
      decide: (known: StoredHealth) => NextHealth,
      also: (known: StoredHealth, next: NextHealth) => Effect.Effect<void>
    ) => Effect.Effect<NextHealth | null>
    readonly current: (endpointIds: ReadonlyArray<number> | null) => Effect.Effect<EndpointsHealth["endpoints"]>
    readonly history: (endpointId: number, range: HistoryRange, now: DateTime.Utc) => Effect.Effect<EndpointHistory>
    readonly incidents: (endpointId: number, query: CursorQuery<readonly [number]>) => Effect.Effect<IncidentPage>
    readonly purge: (since: RetainedSince) => Effect.Effect<number>
  }
>()("stowage/services/gateways/endpoints/HealthRecords") {}
