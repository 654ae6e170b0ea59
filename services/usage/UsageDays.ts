import { Context, type DateTime, type Effect } from "effect"
import type { GrowthMeasure, UsageDay, UsageGrowth } from "#domain/usage/UsageHistory.ts"

export class UsageDays extends Context.Service<
  UsageDays,
  {
    readonly write: (listingKey: string, at: DateTime.Utc) => Effect.Effect<void>
    readonly collect: (at: DateTime.Utc, readSince: DateTime.Utc) => Effect.Effect<number>
    /** The latest of each day, of several keys that are readings of the same buckets. */
    readonly series: (
      listingKeys: ReadonlyArray<string>,
      bucket: string | null,
      since: DateTime.Utc
    ) => Effect.Effect<ReadonlyArray<UsageDay>>
    readonly growth: (
      listingKey: string,
      by: GrowthMeasure,
      since: DateTime.Utc
    ) => Effect.Effect<Pick<UsageGrowth, "from_day" | "to_day" | "buckets">>
    /** At most `limit` rows per table; returns the count. */
    readonly purge: (before: DateTime.Utc, limit: number) => Effect.Effect<number>
  }
>()("stowage/services/usage/UsageDays") {}
