import { Context, DateTime, Duration, Effect, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { clusterListingKey, listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import type { Page } from "#domain/platform/Paging.ts"
import {
  type BucketUsage,
  type BucketUsageDetail,
  type BucketUsageQuery,
  GROWTH_DAYS
} from "#domain/usage/BucketUsage.ts"
import { endpointUsageKey } from "#domain/usage/endpointUsage.ts"
import { growingPrefixes } from "#domain/usage/growingPrefixes.ts"
import type { GrowthMeasure, UsageGrowth, UsageSeries } from "#domain/usage/UsageHistory.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { Settings } from "#services/platform/Settings.ts"
import { UsageDays } from "./UsageDays.ts"
import { UsageSnapshots } from "./UsageSnapshots.ts"
import { hideObjectNames } from "./hideObjectNames.ts"

const HISTORY_DAYS = 90

export class UsageReports extends Context.Service<
  UsageReports,
  {
    readonly buckets: (context: ResolvedContext, query: BucketUsageQuery) => Effect.Effect<Page<BucketUsage>>
    readonly bucket: (context: ResolvedContext, name: string) => Effect.Effect<BucketUsageDetail, NotFound>
    readonly history: (
      context: ResolvedContext,
      days: number | undefined,
      bucket: string | null
    ) => Effect.Effect<UsageSeries>
    /** All buckets of the endpoint: from recounts, and from its listing, which the nightly jobs refresh. */
    readonly endpointHistory: (endpointId: number, days: number | undefined) => Effect.Effect<UsageSeries>
    readonly growth: (
      context: ResolvedContext,
      days: number | undefined,
      by: GrowthMeasure
    ) => Effect.Effect<UsageGrowth>
  }
>()("stowage/services/usage/UsageReports") {
  static readonly layer = Layer.effect(
    UsageReports,
    Effect.gen(function* () {
      const snapshots = yield* UsageSnapshots
      const usageDays = yield* UsageDays
      const application = yield* ApplicationSettings
      const {
        usageHistory: { storageDays }
      } = yield* Settings
      const since = (days: number) =>
        Effect.map(DateTime.now, (now) => DateTime.subtractDuration(now, Duration.days(days)))

      const history = Effect.fnUntraced(function* (
        keys: ReadonlyArray<string>,
        days = HISTORY_DAYS,
        bucket: string | null,
        collected: boolean
      ) {
        return {
          days: yield* usageDays.series(keys, bucket, yield* since(days)),
          kept_days: storageDays,
          collected: collected && (yield* application.read).general.usage_history_enabled
        }
      })

      return UsageReports.of({
        buckets: Effect.fn("UsageReports.buckets")(function* (context: ResolvedContext, query: BucketUsageQuery) {
          return yield* snapshots.page(context.listingKey, query, yield* since(GROWTH_DAYS))
        }),
        bucket: Effect.fn("UsageReports.bucket")(function* (context: ResolvedContext, name: string) {
          const bucketUsage = yield* snapshots.bucket(context.listingKey, name, yield* since(GROWTH_DAYS))
          if (bucketUsage === null) return yield* new NotFound({ entity: "Usage of bucket", id: name })
          return {
            ...bucketUsage,
            contents: bucketUsage.contents === null ? null : hideObjectNames(context, bucketUsage.contents)
          }
        }),
        history: Effect.fn("UsageReports.history")(function* (
          context: ResolvedContext,
          days: number | undefined,
          bucket: string | null
        ) {
          return yield* history([context.listingKey], days, bucket, listingOwner(context.listingKey) !== null)
        }),
        endpointHistory: Effect.fn("UsageReports.endpointHistory")(function* (
          endpointId: number,
          days: number | undefined
        ) {
          return yield* history([endpointUsageKey(endpointId), clusterListingKey(endpointId)], days, null, true)
        }),
        growth: Effect.fn("UsageReports.growth")(function* (
          context: ResolvedContext,
          days = GROWTH_DAYS,
          by: GrowthMeasure
        ) {
          const grown = yield* usageDays.growth(context.listingKey, by, yield* since(days))
          const contents = (yield* snapshots.latest(context.listingKey))?.contents ?? null
          const prefixes = contents === null ? null : hideObjectNames(context, contents).prefixes
          return {
            ...grown,
            prefixes: prefixes === null ? null : growingPrefixes(prefixes),
            prefixes_looked_at: contents?.looked_at ?? null
          }
        })
      })
    })
  )
}
