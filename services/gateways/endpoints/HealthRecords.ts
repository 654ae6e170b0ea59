import { Context, type DateTime, type Effect } from "effect"
import type { EndpointHistory, EndpointsHealth, HistoryRange, IncidentPage } from "#domain/gateways/endpoints/health/EndpointStatus.ts"
import type { IncidentChange, Watch } from "#domain/gateways/endpoints/health/incidents.ts"
import type { EndpointHealth } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { CursorQuery } from "#domain/platform/Cursor.ts"

/** What is known of an endpoint before a check is written down. */
export interface KnownHealth {
  readonly name: string
  readonly health: EndpointHealth | null
  readonly watch: Watch | null
}

/** What a check makes of it. */
export interface NextHealth {
  readonly health: EndpointHealth
  readonly watch: Watch
  readonly change: IncidentChange | null
  /** Of the incident that it opens. */
  readonly summary: string
}

/** Moments before which nothing of a kind is kept. */
export interface KeptSince {
  readonly checks: DateTime.Utc
  readonly hours: DateTime.Utc
  readonly days: DateTime.Utc
}

/** Checks of storage endpoints as rows: each of the last days, their sums by hour and day, and incidents. */
export class HealthRecords extends Context.Service<HealthRecords, {
  /**
   * Writes a check down with what `decide` makes of it, in one transaction; checks of one endpoint take turns, and everybody who
   * looks at it is told. Null when the endpoint is gone.
   */
  readonly record: (
    endpointId: number, decide: (known: KnownHealth) => NextHealth, also: (known: KnownHealth, next: NextHealth) => Effect.Effect<void>
  ) => Effect.Effect<NextHealth | null>
  /** Of these endpoints, or of all; those that are gone are left out. */
  readonly current: (endpointIds: ReadonlyArray<number> | null) => Effect.Effect<EndpointsHealth["endpoints"]>
  readonly history: (endpointId: number, range: HistoryRange, now: DateTime.Utc) => Effect.Effect<EndpointHistory>
  /** Newest first. */
  readonly incidents: (endpointId: number, query: CursorQuery<readonly [number]>) => Effect.Effect<IncidentPage>
  /** Answers how many rows went. */
  readonly purge: (since: KeptSince) => Effect.Effect<number>
}>()("stowage/services/gateways/endpoints/HealthRecords") {}
