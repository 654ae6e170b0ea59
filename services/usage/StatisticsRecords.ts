import { Context, type DateTime, type Effect } from "effect"
import type { OwnerTraffic } from "#domain/usage/OwnerTraffic.ts"
import type { StatsStorage, StatsSummary, StatsTraffic } from "#domain/usage/Statistics.ts"

export class StatisticsRecords extends Context.Service<
  StatisticsRecords,
  {
    readonly summary: (now: DateTime.Utc) => Effect.Effect<StatsSummary>
    readonly storage: (since: DateTime.Utc) => Effect.Effect<StatsStorage>
    readonly traffic: (since: DateTime.Utc) => Effect.Effect<StatsTraffic>
    readonly listingsOlderThan: (moment: DateTime.Utc) => Effect.Effect<ReadonlyArray<string>>
    readonly writeStorage: (
      now: DateTime.Utc,
      refreshedSince: DateTime.Utc
    ) => Effect.Effect<{ readonly stored: number; readonly all: number }>
    readonly writeTraffic: (
      endpointId: number,
      read: ReadonlyArray<OwnerTraffic> | { readonly error: string },
      now: DateTime.Utc
    ) => Effect.Effect<void>
    readonly purge: (
      storageBefore: DateTime.Utc | null,
      trafficBefore: DateTime.Utc | null,
      limit: number
    ) => Effect.Effect<number>
  }
>()("stowage/services/usage/StatisticsRecords") {}
