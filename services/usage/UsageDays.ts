import { Context, type DateTime, type Effect } from "effect"
import type { GrowthMeasure, UsageDay, UsageGrowth } from "#domain/usage/UsageHistory.ts"

/** What listings and their buckets held on each day (UTC), as rows. */
export class UsageDays extends Context.Service<UsageDays, {
  /** Writes down the present rows of a listing's usage for the day of `at`; a later count of a day takes the place of an earlier one. */
  readonly write: (listingKey: string, at: DateTime.Utc) => Effect.Effect<void>
  /** The same of all bucket listings that are complete and were read since; answers how many they are. */
  readonly collect: (at: DateTime.Utc, readSince: DateTime.Utc) => Effect.Effect<number>
  /** The oldest day first. `bucket`: of this one; null: of the listing. */
  readonly series: (listingKey: string, bucket: string | null, since: DateTime.Utc) => Effect.Effect<ReadonlyArray<UsageDay>>
  readonly growth: (listingKey: string, by: GrowthMeasure, since: DateTime.Utc) => Effect.Effect<Pick<UsageGrowth, "from_day" | "to_day" | "buckets">>
  /** Forgets days before this one, and buckets that nobody counted since. Answers how many rows went. */
  readonly purge: (before: DateTime.Utc) => Effect.Effect<number>
}>()("stowage/services/usage/UsageDays") {}
