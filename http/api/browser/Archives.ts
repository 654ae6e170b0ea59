import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import {
  BadRequest,
  NotFound,
  RateLimited,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { ArchiveOrder, OrderArchive } from "#domain/objects/archive/Archive.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope, workspaceQuery } from "../RequiredScope.ts"

const failures = [BadRequest, NotFound, StorageError, StorageTimeout, Unavailable] as const

export class BrowserArchivesGroup extends HttpApiGroup.make("browserArchives")
  .add(
    HttpApiEndpoint.post("order", "/buckets/:bucket_name/archives", {
      params: { bucket_name: ExistingBucketName },
      query: contextQuery,
      payload: OrderArchive,
      success: ArchiveOrder.annotate({ httpApiStatus: 201 }),
      error: [RateLimited, ...failures]
    }).annotate(RequiredAccess, access.scoped("browser.read")),
    HttpApiEndpoint.get("download", "/archives/:archive_id", {
      params: { archive_id: Schema.String.check(Schema.isUUID()) },
      query: { ...contextQuery, ...workspaceQuery },
      success: HttpApiSchema.StreamUint8Array({ contentType: "application/zip" }),
      error: failures
    }).annotate(RequiredAccess, access.scoped("browser.read"))
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("browser"))
  .prefix("/api/browser") {}
