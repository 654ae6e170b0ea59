import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import {
  BadRequest,
  Conflict,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unauthenticated,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { CreateShare, CreatedShare, ShareAddress, ShareHitList, ShareList } from "#domain/objects/shares/Share.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"
import { AnswersSecret } from "../AnswersSecret.ts"

const bucket = { bucket_name: ExistingBucketName }
const failures = [
  BadRequest,
  InvalidInput,
  NotFound,
  Conflict,
  StorageError,
  StorageTimeout,
  Unauthenticated,
  Unavailable
] as const
const share = { share_id: Schema.String.check(Schema.isUUID()) }
const reads = access.personal("browser.read")
const writes = access.personal("browser.write")

export class BrowserSharesGroup extends HttpApiGroup.make("browserShares")
  .add(
    HttpApiEndpoint.post("create", "/buckets/:bucket_name/shares", {
      params: bucket,
      query: contextQuery,
      payload: CreateShare,
      success: CreatedShare.annotate({ httpApiStatus: 201 }),
      error: failures
    })
      .annotate(RequiredAccess, writes)
      .annotate(AnswersSecret, true)
      .annotate(
        OpenApi.Description,
        "Creates a link that anybody who has it can open. It acts with the rights of its creator, as they " +
          "are when it is opened."
      ),
    HttpApiEndpoint.get("list", "/buckets/:bucket_name/shares", {
      params: bucket,
      query: contextQuery,
      success: ShareList,
      error: failures
    })
      .annotate(RequiredAccess, reads)
      .annotate(
        OpenApi.Description,
        "Links to this bucket in this context, whoever created them; without their addresses."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("browser"))
  .prefix("/api/browser") {}

export class OwnSharesGroup extends HttpApiGroup.make("ownShares")
  .add(
    HttpApiEndpoint.get("mine", "/shares", { success: ShareList, error: [Unauthenticated] }).annotate(
      RequiredAccess,
      reads
    ),
    HttpApiEndpoint.post("address", "/shares/:share_id/address", {
      params: share,
      success: ShareAddress,
      error: [NotFound, Unauthenticated]
    })
      .annotate(RequiredAccess, writes)
      .annotate(AnswersSecret, true)
      .annotate(OpenApi.Description, "Returns the address again, to the creator of the link only."),
    HttpApiEndpoint.delete("revoke", "/shares/:share_id", {
      params: share,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Unauthenticated]
    })
      .annotate(RequiredAccess, writes)
      .annotate(Destructive, destructive.itself("a link has an id that nothing else ever has"))
      .annotate(
        OpenApi.Description,
        "Ends a link at once, for downloads and uploads under way as well. Doing it twice is fine."
      ),
    HttpApiEndpoint.get("hits", "/shares/:share_id/hits", {
      params: share,
      success: ShareHitList,
      error: [NotFound, Unauthenticated]
    }).annotate(RequiredAccess, reads)
  )
  .prefix("/api/browser") {}
