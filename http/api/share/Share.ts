import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  PayloadTooLarge,
  RangeNotSatisfiable,
  RateLimited,
  Unauthenticated,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import {
  SharedAfter,
  SharedFile,
  SharedFiles,
  SharedName,
  SentName,
  SharedView,
  UnlockShare
} from "#domain/objects/shares/SharedView.ts"
import { access, RequiredAccess } from "../Access.ts"
import { VisitControl } from "../Middleware.ts"

const params = { token: Schema.String }
const failures = [NotFound, InvalidInput, Unavailable] as const

export class ShareGroup extends HttpApiGroup.make("share")
  .add(
    HttpApiEndpoint.get("view", "/share/:token", {
      params,
      success: SharedView,
      error: [...failures, RangeNotSatisfiable]
    }).annotate(RequiredAccess, access.share({ password: false })),
    HttpApiEndpoint.post("unlock", "/share/:token/unlock", {
      params,
      payload: UnlockShare,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Unauthenticated, RateLimited]
    })
      .annotate(RequiredAccess, access.share({ password: false }))
      .annotate(OpenApi.Description, "Checks the password; the cookie of the answer opens this link for eight hours."),
    HttpApiEndpoint.get("files", "/share/:token/files", {
      params,
      query: { after: Schema.optionalKey(SharedAfter) },
      success: SharedFiles,
      error: [...failures, RangeNotSatisfiable]
    }).annotate(RequiredAccess, access.share({ password: true })),
    HttpApiEndpoint.get("file", "/share/:token/file", {
      params,
      query: { name: Schema.optionalKey(SharedName) },
      success: HttpApiSchema.StreamUint8Array(),
      error: [...failures, RangeNotSatisfiable]
    })
      .annotate(RequiredAccess, access.share({ password: true }))
      .annotate(
        OpenApi.Description,
        "The shared file, or one of a folder or selection by its name. Ranges are served; each request is a download."
      ),
    HttpApiEndpoint.get("archive", "/share/:token/archive", {
      params,
      success: HttpApiSchema.StreamUint8Array({ contentType: "application/zip" }),
      error: [...failures, RangeNotSatisfiable]
    }).annotate(RequiredAccess, access.share({ password: true })),
    HttpApiEndpoint.post("send", "/share/:token/files", {
      params,
      query: { name: SentName },
      payload: HttpApiSchema.StreamUint8Array({ maxBytes: "5 TiB" }),
      success: SharedFile.annotate({ httpApiStatus: 201 }),
      error: [...failures, Conflict, Forbidden, PayloadTooLarge]
    })
      .annotate(RequiredAccess, access.share({ password: true }))
      .annotate(
        OpenApi.Description,
        "Sends one file. It needs a Content-Length; the answer has the name under which it is stored, " +
          "because nothing is overwritten."
      )
  )
  .middleware(VisitControl)
  .prefix("/api") {}
