import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { access, RequiredAccess } from "../Access.ts"
import { LatestUsage, UsageFrame } from "../manager/UsageStats.ts"
import { ScopeControl } from "../Middleware.ts"
import { endpointParams, RequiredScope } from "../RequiredScope.ts"

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
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.endpoint)
  .prefix("/api/cluster-admin/endpoints/:endpoint_id") {}
