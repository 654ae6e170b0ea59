import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { AccountLinkBatch, S3UserLinkBatch, SavedAccountLinks, SavedS3UserLinks } from "#domain/accounts/LinkBatch.ts"
import { Conflict, Forbidden, InvalidInput } from "#domain/platform/errors/Errors.ts"
import { access, RequiredAccess } from "../Access.ts"

const error = [InvalidInput, Forbidden, Conflict] as const

export class LinkBatchesGroup extends HttpApiGroup.make("adminLinkBatches")
  .add(
    HttpApiEndpoint.put("accounts", "/accounts/links", {
      payload: AccountLinkBatch,
      success: SavedAccountLinks,
      error
    }).annotate(RequiredAccess, access.admin("admin.write", "association.set")),
    HttpApiEndpoint.put("s3Users", "/s3-users/links", {
      payload: S3UserLinkBatch,
      success: SavedS3UserLinks,
      error
    }).annotate(RequiredAccess, access.admin("admin.write", "association.set"))
  )
  .prefix("/api/admin") {}
