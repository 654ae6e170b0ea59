import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Branding } from "#domain/identity/application/ApplicationSettings.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { access, RequiredAccess } from "./Access.ts"

export class BrandingGroup extends HttpApiGroup.make("branding")
  .add(
    HttpApiEndpoint.get("get", "/branding", { success: Branding }).annotate(RequiredAccess, access.public),
    HttpApiEndpoint.get("logo", "/branding/logo/:version", {
      params: { version: RowId },
      success: HttpApiSchema.StreamUint8Array({ contentType: "image/png" }),
      error: NotFound
    }).annotate(RequiredAccess, access.public)
  )
  .prefix("/api") {}
