import { Schema, Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import { BadRequest, NotFound, StorageError, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import { Problem } from "#domain/platform/errors/Problem.ts"
import { streamEvent } from "#domain/platform/streamEvent.ts"
import { pageQuery } from "#domain/platform/Paging.ts"
import {
  BucketUsageDetail,
  bucketUsageFilters,
  BucketUsagePage,
  bucketUsageSortKeys
} from "#domain/usage/BucketUsage.ts"
import { usageDepths, UsageEvent, UsageSnapshot } from "#domain/usage/Usage.ts"
import { Days, growthMeasures, UsageGrowth, UsageSeries } from "#domain/usage/UsageHistory.ts"
import { trafficPeriods, UsageTraffic } from "#domain/usage/UsageTraffic.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { RequiredTool } from "../RequiredTool.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"
import { eventFrame } from "../eventFrame.ts"

const readErrors = [BadRequest, NotFound] as const

export const LatestUsage = Schema.Struct({ snapshot: Schema.NullOr(UsageSnapshot) }).annotate({
  identifier: "LatestUsage"
})

export const UsageDone = Schema.Struct({}).annotate({ identifier: "UsageDone" })

export const UsageFrame = Schema.Union([
  ...UsageEvent.members,
  streamEvent("error", Problem),
  streamEvent("done", UsageDone)
])
  .mapMembers(Tuple.map(eventFrame))
  .annotate({ identifier: "UsageFrame" })
export type UsageFrame = typeof UsageFrame.Type

export class UsageStatsGroup extends HttpApiGroup.make("usageStats")
  .add(
    HttpApiEndpoint.get("latest", "/usage-stats/latest", {
      query: contextQuery,
      success: LatestUsage,
      error: readErrors
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "The latest snapshots of all buckets, aggregated. `contents` is the result of the last recount of " +
          "depth `contents`, with its own time."
      ),
    HttpApiEndpoint.post("stream", "/usage-stats/stream", {
      query: { ...contextQuery, depth: Schema.optionalKey(Schema.Literals(usageDepths)) },
      success: HttpApiSchema.StreamSse({ events: UsageFrame }),
      error: readErrors
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "A recount with its progress: `progress` and `rows`, then `result` or `error`, then `done`, and the " +
          "stream ends. Readers of one context share a recount of a depth, and get first what is known so far; " +
          "when the last of them leaves, it stops. `depth=contents` lists the versions and unfinished uploads " +
          "of every bucket as well, up to a limit for each."
      ),
    HttpApiEndpoint.get("buckets", "/usage-stats/buckets", {
      query: { ...contextQuery, ...pageQuery(bucketUsageSortKeys), ...bucketUsageFilters },
      success: BucketUsagePage,
      error: readErrors
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(OpenApi.Description, "The latest usage of each bucket from recounts."),
    HttpApiEndpoint.get("bucket", "/usage-stats/buckets/:bucket_name", {
      params: { bucket_name: ExistingBucketName },
      query: contextQuery,
      success: BucketUsageDetail,
      error: readErrors
    }).annotate(RequiredAccess, access.scoped("manager.read")),
    HttpApiEndpoint.get("history", "/usage-stats/history", {
      query: { ...contextQuery, days: Schema.optionalKey(Days), bucket_name: Schema.optionalKey(ExistingBucketName) },
      success: UsageSeries,
      error: readErrors
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Usage on each of the last days (90 by default), of the context or of one bucket. Days without a " +
          "count are absent."
      ),
    HttpApiEndpoint.get("growth", "/usage-stats/growth", {
      query: {
        ...contextQuery,
        days: Schema.optionalKey(Days),
        by: Schema.optionalKey(Schema.Literals(growthMeasures))
      },
      success: UsageGrowth,
      error: readErrors
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Buckets that grew most within the last days (30 by default), from the history, and prefixes to " +
          "which most was written recently, from the last recount of depth `contents`."
      ),
    HttpApiEndpoint.get("traffic", "/usage-stats/traffic", {
      query: {
        ...contextQuery,
        period: Schema.optionalKey(Schema.Literals(trafficPeriods)),
        bucket_name: Schema.optionalKey(ExistingBucketName)
      },
      success: UsageTraffic,
      error: [...readErrors, StorageError, StorageTimeout, Unavailable]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Requests and bytes of the last day (by default) by operation and by bucket, from the gateway's " +
          "usage log. Where there is none, `evidence` says why."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .annotateEndpoints(RequiredTool, "usage_stats")
  .prefix("/api/manager") {}
