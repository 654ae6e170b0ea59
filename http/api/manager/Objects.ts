import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import { BadRequest, NotFound, StorageError, StorageTimeout, Unavailable } from "#domain/errors/Errors.ts"
import { ObjectPage } from "#domain/objects/ObjectListing.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ContextControl } from "../Middleware.ts"
import { objectsQuery } from "../objectsQuery.ts"
import { contextQuery, RequiredContext } from "../RequiredContext.ts"

/** What a bucket holds, to look at: objects are put, read and deleted in the Browser. */
export class ManagerObjectsGroup extends HttpApiGroup.make("managerObjects").add(
  HttpApiEndpoint.get("list", "/buckets/:bucket_name/objects", {
    params: { bucket_name: ExistingBucketName }, query: { ...contextQuery, ...objectsQuery }, success: ObjectPage,
    error: [BadRequest, NotFound, StorageError, StorageTimeout, Unavailable]
  }).annotate(RequiredAccess, access.scoped("manager.read"))
    .annotate(OpenApi.Description, "Objects and folders of a bucket, a page at a time, read-only. `continuation_token` is the page's `next_continuation_token`.")
).middleware(ContextControl).annotateEndpoints(RequiredContext, "manager").prefix("/api/manager") {}
