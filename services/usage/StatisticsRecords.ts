import { Context, type DateTime, type Effect } from "effect"
import type { OwnerTraffic } from "#domain/usage/OwnerTraffic.ts"
import type { StatsStorage, StatsSummary, StatsTraffic } from "#domain/usage/Statistics.ts"

/** What is known of storage and traffic as rows; nothing here asks a gateway. */
export class StatisticsRecords extends Context.Service<StatisticsRecords, {
  readonly summary: (now: DateTime.Utc) => Effect.Effect<StatsSummary>
  /** `since`: of the days that are told. */
  readonly storage: (since: DateTime.Utc) => Effect.Effect<StatsStorage>
  readonly traffic: (since: DateTime.Utc) => Effect.Effect<StatsTraffic>
  /** Keys of the listings of all registered accounts and RGW users that were not refreshed since. */
  readonly listingsOlderThan: (moment: DateTime.Utc) => Effect.Effect<ReadonlyArray<string>>
  /** Writes down for the day what complete listings that were refreshed since say; answers how many they are, and how many there are in all. */
  readonly writeStorage: (now: DateTime.Utc, refreshedSince: DateTime.Utc) => Effect.Effect<{ readonly stored: number; readonly all: number }>
  /** Takes the place of what was known of these days of an endpoint, or keeps why nothing could be read. */
  readonly writeTraffic: (endpointId: number, read: ReadonlyArray<OwnerTraffic> | { readonly error: string }, now: DateTime.Utc) => Effect.Effect<void>
  /** Forgets days before these; null keeps them. Answers how many rows went. */
  readonly purge: (storageBefore: DateTime.Utc | null, trafficBefore: DateTime.Utc | null) => Effect.Effect<number>
}>()("stowage/services/usage/StatisticsRecords") {}
