import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { InvalidInput, NotFound, StorageError, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import { QuotaSubjectPage, quotaSubjectsQuery } from "#domain/usage/QuotaAlert.ts"
import { Days, UsageSeries } from "#domain/usage/UsageHistory.ts"
import { trafficPeriods, UsageTraffic } from "#domain/usage/UsageTraffic.ts"
import { access, RequiredAccess } from "../Access.ts"
import { LatestUsage, UsageFrame } from "../manager/UsageStats.ts"
import { ScopeControl } from "../Middleware.ts"
import { endpointParams, RequiredScope } from "../RequiredScope.ts"

const { storage_endpoint_id: _, ...quotasQuery } = quotaSubjectsQuery

export class ClusterUsageGroup extends HttpApiGroup.make("clusterUsage")
  .add(
    HttpApiEndpoint.get("latest", "/usage-stats/latest", {
      params: endpointParams,
      success: LatestUsage,
      error: [NotFound]
    })
      .annotate(RequiredAccess, access.scoped("cluster-admin.read"))
      .annotate(OpenApi.Description, "Usage of all buckets of the endpoint, from the last recount."),
    HttpApiEndpoint.post("stream", "/usage-stats/stream", {
      params: endpointParams,
      success: HttpApiSchema.StreamSse({ events: UsageFrame }),
      error: [NotFound]
    })
      .annotate(RequiredAccess, access.scoped("cluster-admin.write"))
      .annotate(
        OpenApi.Description,
        "Counts all buckets of the endpoint again: `progress` and `rows`, then `result` or `error`, then `done`. " +
          "Readers of one endpoint share a count, which stops with the last of them."
      ),
    HttpApiEndpoint.get("history", "/usage-stats/history", {
      params: endpointParams,
      query: { days: Schema.optionalKey(Days) },
      success: UsageSeries,
      error: [NotFound]
    })
      .annotate(RequiredAccess, access.scoped("cluster-admin.read"))
      .annotate(
        OpenApi.Description,
        "Usage of all buckets of the endpoint on each of the last days (90 by default). Days without a count are " +
          "absent."
      ),
    HttpApiEndpoint.get("traffic", "/usage-stats/traffic", {
      params: endpointParams,
      query: { period: Schema.optionalKey(Schema.Literals(trafficPeriods)) },
      success: UsageTraffic,
      error: [NotFound, StorageError, StorageTimeout, Unavailable]
    })
      .annotate(RequiredAccess, access.scoped("cluster-admin.read"))
      .annotate(
        OpenApi.Description,
        "Requests and bytes of the last day (by default) by operation, by owner and by bucket, from the gateway's " +
          "usage log. Where there is none, `evidence` says why."
      ),
    HttpApiEndpoint.get("quotas", "/quota/subjects", {
      params: endpointParams,
      query: quotasQuery,
      success: QuotaSubjectPage,
      error: [InvalidInput, NotFound]
    })
      .annotate(RequiredAccess, access.scoped("cluster-admin.read"))
      .annotate(
        OpenApi.Description,
        "Registered accounts and RGW users of the endpoint with usage, quota, state and time until full, as the " +
          "quota monitor last measured them."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.endpoint)
  .prefix("/api/cluster-admin/endpoints/:endpoint_id") {}
