import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { BadRequest, NotFound } from "#domain/platform/errors/Errors.ts"
import { pageQuery } from "#domain/platform/Paging.ts"
import { managedShareFilters, ManagedSharePage, managedShareSortKeys } from "#domain/objects/shares/ManagedShare.ts"
import { access, RequiredAccess } from "../Access.ts"
import { Destructive, destructive } from "../Destructive.ts"

export class AdminSharesGroup extends HttpApiGroup.make("adminShares")
  .add(
    HttpApiEndpoint.get("list", "/shares", {
      query: { ...pageQuery(managedShareSortKeys), ...managedShareFilters },
      success: ManagedSharePage,
      error: BadRequest
    })
      .annotate(RequiredAccess, access.admin("admin.read"))
      .annotate(
        OpenApi.Description,
        "Share and upload links of everybody, until they are purged: folder, direction, state and end, without " +
          "their addresses."
      ),
    HttpApiEndpoint.delete("revoke", "/shares/:share_id", {
      params: { share_id: Schema.String.check(Schema.isUUID()) },
      success: HttpApiSchema.NoContent,
      error: NotFound
    })
      .annotate(RequiredAccess, access.admin("admin.write"))
      .annotate(Destructive, destructive.itself("a link has an id that nothing else ever has"))
      .annotate(
        OpenApi.Description,
        "Ends a link at once, for downloads and uploads under way as well. Doing it twice is fine."
      )
  )
  .prefix("/api/admin") {}
