import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import {
  BucketExposureChangePage,
  BucketExposurePage,
  ChangePosition,
  endpointExposureFilters,
  exposureChangeFilters,
  exposureSortKeys
} from "#domain/fleet/BucketExposure.ts"
import { cursorQuery } from "#domain/platform/Cursor.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { pageQuery } from "#domain/platform/Paging.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { endpointParams, RequiredScope } from "../RequiredScope.ts"

export class ClusterExposuresGroup extends HttpApiGroup.make("clusterExposures")
  .add(
    HttpApiEndpoint.get("list", "/bucket-exposures", {
      params: endpointParams,
      query: { ...pageQuery(exposureSortKeys), ...endpointExposureFilters },
      success: BucketExposurePage,
      error: [NotFound]
    })
      .annotate(RequiredAccess, access.scoped("cluster-admin.read"))
      .annotate(
        OpenApi.Description,
        "Exposure of each bucket as the nightly check found it, the most open first. `unavailable`: it is not known."
      ),
    HttpApiEndpoint.get("changes", "/bucket-exposure-changes", {
      params: endpointParams,
      query: { ...cursorQuery(ChangePosition), ...exposureChangeFilters },
      success: BucketExposureChangePage,
      error: [NotFound]
    })
      .annotate(RequiredAccess, access.scoped("cluster-admin.read"))
      .annotate(
        OpenApi.Description,
        "Buckets whose exposure changed between two nightly checks, the newest first, for 90 days. A change to or " +
          "from `unavailable` is `unreadable` or `readable`, never `opened` or `closed`."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.endpoint)
  .prefix("/api/cluster-admin/endpoints/:endpoint_id") {}
