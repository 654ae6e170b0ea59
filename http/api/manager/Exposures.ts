import { Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { BadRequest, NotFound, Unavailable } from "#domain/platform/errors/Errors.ts"
import { ExposureEvent, exposureFilters, ExposurePage, exposureSortKeys } from "#domain/buckets/features/ExposureRow.ts"
import { pageQuery } from "#domain/platform/Paging.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { refreshQuery } from "../refreshQuery.ts"
import { eventFrame } from "../eventFrame.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

export const ExposureFrame = ExposureEvent.mapMembers(Tuple.map(eventFrame)).annotate({ identifier: "ExposureFrame" })

export class ExposuresGroup extends HttpApiGroup.make("exposures")
  .add(
    HttpApiEndpoint.get("list", "/exposure", {
      query: { ...contextQuery, ...pageQuery(exposureSortKeys), ...exposureFilters },
      success: ExposurePage,
      error: [BadRequest, NotFound, Unavailable]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Policy, public access block and ACL of every bucket, with a verdict. A bucket that cannot be read " +
          "completely has the verdict `unavailable` with the reason. The answer waits for all buckets. ACLs of " +
          "single objects are not read."
      ),
    HttpApiEndpoint.get("stream", "/exposure/stream", {
      query: { ...contextQuery, ...refreshQuery },
      success: HttpApiSchema.StreamSse({ events: ExposureFrame }),
      error: [BadRequest, NotFound]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "The same as it becomes known: `rows` as buckets are read and whenever they change, `progress`, and " +
          "`done` when all are read. The stream stays open."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager") {}
