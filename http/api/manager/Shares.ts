import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import { BadRequest, NotFound } from "#domain/platform/errors/Errors.ts"
import { ManagedShareList } from "#domain/objects/shares/ManagedShare.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const bucket = { bucket_name: ExistingBucketName }

export class ManagerSharesGroup extends HttpApiGroup.make("managerShares")
  .add(
    HttpApiEndpoint.get("list", "/buckets/:bucket_name/shares", {
      params: bucket,
      query: contextQuery,
      success: ManagedShareList,
      error: [BadRequest, NotFound]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Share and upload links to this bucket, whoever made them: folder, direction, state and end. Open " +
          "links come first."
      ),
    HttpApiEndpoint.delete("revoke", "/buckets/:bucket_name/shares/:share_id", {
      params: { ...bucket, share_id: Schema.String.check(Schema.isUUID()) },
      query: contextQuery,
      success: HttpApiSchema.NoContent,
      error: [BadRequest, NotFound]
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(Destructive, destructive.itself("a link has an id that nothing else ever has"))
      .annotate(
        OpenApi.Description,
        "Ends a link to this bucket at once, for downloads and uploads under way as well. Doing it twice is fine."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager") {}
