import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import { BadRequest, NotFound, StorageError, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import { ObjectFacts, ObjectKey, ObjectPage } from "#domain/objects/ObjectListing.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { objectsQuery } from "../objectsQuery.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const error = [BadRequest, NotFound, StorageError, StorageTimeout, Unavailable] as const

export class ManagerObjectsGroup extends HttpApiGroup.make("managerObjects")
  .add(
    HttpApiEndpoint.get("list", "/buckets/:bucket_name/objects", {
      params: { bucket_name: ExistingBucketName },
      query: { ...contextQuery, ...objectsQuery },
      success: ObjectPage,
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Objects and folders of a bucket, a page at a time, read-only. `continuation_token` is the page's " +
          "`next_continuation_token`."
      ),
    HttpApiEndpoint.get("facts", "/buckets/:bucket_name/objects/facts", {
      params: { bucket_name: ExistingBucketName },
      query: { ...contextQuery, key: ObjectKey },
      success: ObjectFacts,
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Size, times, content type, storage class and metadata of one object; never its content."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager") {}
