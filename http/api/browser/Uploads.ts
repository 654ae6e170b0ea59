import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import {
  BadRequest,
  Conflict,
  InvalidInput,
  NotFound,
  PayloadTooLarge,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import {
  ChecksumText,
  CompletedUpload,
  OpenUpload,
  PartLink,
  StartedUpload,
  StartUpload,
  UploadedPart,
  UploadState,
  singleUploadFields
} from "#domain/objects/Upload.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { Destructive, destructive } from "../Destructive.ts"
import { customerKey } from "../customerKey.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const bucket = { bucket_name: ExistingBucketName }
const upload = { ...bucket, upload_id: Schema.String.check(Schema.isUUID()) }
const PartNumber = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))
const failures = [BadRequest, NotFound, InvalidInput, Conflict, StorageError, StorageTimeout, Unavailable] as const

export const PartNumbers = Schema.Struct({
  part_numbers: Schema.Array(PartNumber).check(Schema.isMinLength(1), Schema.isMaxLength(100)),
  /** For single-part objects: signed, so that the gateway rejects other bytes. */
  checksum: Schema.optionalKey(ChecksumText)
}).annotate({ identifier: "PartNumbers" })

export const PartLinks = Schema.Struct({ links: Schema.Array(PartLink) }).annotate({ identifier: "PartLinks" })

export const OpenUploads = Schema.Struct({ uploads: Schema.Array(OpenUpload) }).annotate({ identifier: "OpenUploads" })

export class BrowserUploadsGroup extends HttpApiGroup.make("browserUploads")
  .add(
    HttpApiEndpoint.post("start", "/buckets/:bucket_name/uploads", {
      params: bucket,
      query: contextQuery,
      headers: customerKey,
      payload: StartUpload,
      success: StartedUpload.annotate({ httpApiStatus: 201 }),
      error: failures
    }).annotate(RequiredAccess, access.scoped("browser.write")),
    HttpApiEndpoint.put("whole", "/buckets/:bucket_name/uploads", {
      params: bucket,
      query: { ...contextQuery, ...singleUploadFields },
      headers: customerKey,
      payload: HttpApiSchema.StreamUint8Array({ maxBytes: "4 MiB" }),
      success: CompletedUpload,
      error: [...failures, PayloadTooLarge]
    }).annotate(RequiredAccess, access.scoped("browser.write")),
    HttpApiEndpoint.get("open", "/uploads", { query: contextQuery, success: OpenUploads, error: failures }).annotate(
      RequiredAccess,
      access.scoped("browser.write")
    ),
    HttpApiEndpoint.get("state", "/buckets/:bucket_name/uploads/:upload_id", {
      params: upload,
      query: contextQuery,
      headers: customerKey,
      success: UploadState,
      error: failures
    }).annotate(RequiredAccess, access.scoped("browser.write")),
    HttpApiEndpoint.post("links", "/buckets/:bucket_name/uploads/:upload_id/links", {
      params: upload,
      query: contextQuery,
      payload: PartNumbers,
      success: PartLinks,
      error: failures
    }).annotate(RequiredAccess, access.scoped("browser.write")),
    HttpApiEndpoint.get("transferWorker", "/buckets/:bucket_name/transfer-worker", {
      params: bucket,
      query: contextQuery,
      success: HttpApiSchema.StreamUint8Array({ contentType: "text/javascript" }),
      error: failures
    })
      .annotate(RequiredAccess, access.scoped("browser.write"))
      .annotate(
        OpenApi.Description,
        "The script of a worker that sends parts of direct uploads from the console's pages. Its " +
          "Content-Security-Policy allows requests to the origin of this bucket's links only."
      ),
    HttpApiEndpoint.put("part", "/buckets/:bucket_name/uploads/:upload_id/parts/:part_number", {
      params: { ...upload, part_number: PartNumber },
      query: contextQuery,
      headers: customerKey,
      payload: HttpApiSchema.StreamUint8Array({ maxBytes: "1 GiB" }),
      success: UploadedPart,
      error: [...failures, PayloadTooLarge]
    }).annotate(RequiredAccess, access.scoped("browser.write")),
    HttpApiEndpoint.post("complete", "/buckets/:bucket_name/uploads/:upload_id/complete", {
      params: upload,
      query: { ...contextQuery, checksum: Schema.optionalKey(ChecksumText) },
      headers: customerKey,
      success: CompletedUpload,
      error: failures
    }).annotate(RequiredAccess, access.scoped("browser.write")),
    HttpApiEndpoint.delete("abort", "/buckets/:bucket_name/uploads/:upload_id", {
      params: upload,
      query: contextQuery,
      success: HttpApiSchema.NoContent,
      error: failures
    })
      .annotate(RequiredAccess, access.scoped("browser.write"))
      .annotate(
        Destructive,
        destructive.itself("whoever uploads takes back their own upload, by an id that nothing else ever has")
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("browser"))
  .prefix("/api/browser") {}
