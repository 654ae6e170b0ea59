import { Context, type DateTime, type Effect } from "effect"
import type { GrowthMeasure, UsageDay, UsageGrowth } from "#domain/usage/UsageHistory.ts"

export class UsageDays extends Context.Service<UsageDays, {
  /** Stores the current usage for the day of `at`, replacing an earlier count. */
  readonly write: (listingKey: string, at: DateTime.Utc) => Effect.Effect<void>
  /** Same for all complete bucket listings read since; returns their number. */
  readonly collect: (at: DateTime.Utc, readSince: DateTime.Utc) => Effect.Effect<number>
  /** Oldest first. `bucket` null: the whole listing. */
  readonly series: (listingKey: string, bucket: string | null, since: DateTime.Utc) => Effect.Effect<ReadonlyArray<UsageDay>>
  readonly growth: (listingKey: string, by: GrowthMeasure, since: DateTime.Utc) => Effect.Effect<Pick<UsageGrowth, "from_day" | "to_day" | "buckets">>
  readonly purge: (before: DateTime.Utc) => Effect.Effect<number>
}>()("stowage/services/usage/UsageDays") {}
