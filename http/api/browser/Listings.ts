import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import {
  BadRequest,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { CorsAdvice } from "#domain/objects/corsAdvice.ts"
import { ObjectKey, ObjectPrefix } from "#domain/objects/ObjectListing.ts"
import { PendingUploadPage } from "#domain/objects/PendingUploads.ts"
import { VersionPage } from "#domain/objects/VersionListing.ts"
import { FilledText, Text } from "#domain/platform/Text.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { Destructive, destructive } from "../Destructive.ts"
import { SearchFrame, searchQuery } from "../objectSearch.ts"
import { FolderSizeFrame } from "../folderSizeFrame.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const params = { bucket_name: ExistingBucketName }
const failures = [BadRequest, InvalidInput, NotFound, StorageError, StorageTimeout, Unavailable] as const
const UploadId = FilledText(1024)
const pageSize = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })))

export class BrowserListingsGroup extends HttpApiGroup.make("browserListings")
  .add(
    HttpApiEndpoint.get("versions", "/buckets/:bucket_name/versions", {
      params,
      query: {
        ...contextQuery,
        prefix: Schema.optionalKey(ObjectPrefix),
        key: Schema.optionalKey(ObjectKey),
        delimiter: Schema.optionalKey(Schema.Literals(["/", ""])),
        key_marker: Schema.optionalKey(ObjectPrefix),
        version_id_marker: Schema.optionalKey(Text(1024)),
        max_keys: pageSize
      },
      success: VersionPage,
      error: failures
    })
      .annotate(RequiredAccess, access.scoped("browser.read"))
      .annotate(
        OpenApi.Description,
        "Versions and delete markers, by markers: `next_key_marker` and `next_version_id_marker` go into " +
          "`key_marker` and `version_id_marker`."
      ),
    HttpApiEndpoint.get("multipart", "/buckets/:bucket_name/multipart", {
      params,
      query: {
        ...contextQuery,
        prefix: Schema.optionalKey(ObjectPrefix),
        key_marker: Schema.optionalKey(ObjectPrefix),
        upload_id_marker: Schema.optionalKey(Text(1024)),
        max_uploads: pageSize
      },
      success: PendingUploadPage,
      error: failures
    }).annotate(RequiredAccess, access.scoped("browser.read")),
    HttpApiEndpoint.delete("abort", "/buckets/:bucket_name/multipart", {
      params,
      query: { ...contextQuery, key: ObjectKey, upload_id: UploadId },
      success: HttpApiSchema.NoContent,
      error: failures
    })
      .annotate(RequiredAccess, access.scoped("browser.write"))
      .annotate(Destructive, destructive.itself("its upload_id is the gateway's own, which no other upload ever has"))
      .annotate(
        OpenApi.Description,
        "Aborts an unfinished upload and frees its parts. One that no longer exists is fine."
      ),
    HttpApiEndpoint.get("search", "/buckets/:bucket_name/search", {
      params,
      query: { ...contextQuery, ...searchQuery },
      success: HttpApiSchema.StreamSse({ events: SearchFrame }),
      error: failures
    })
      .annotate(RequiredAccess, access.scoped("browser.read"))
      .annotate(
        OpenApi.Description,
        "Reads the listing of a bucket and sends matches as they are found: `found` and `progress` …, then " +
          "`result` or `error`, then `done`. Closing the connection stops the reading."
      ),
    HttpApiEndpoint.get("folderSize", "/buckets/:bucket_name/folder-size", {
      params,
      query: {
        ...contextQuery,
        prefix: Schema.optionalKey(ObjectPrefix),
        versions: Schema.optionalKey(Schema.Literals(["true", "false"]))
      },
      success: HttpApiSchema.StreamSse({ events: FolderSizeFrame }),
      error: failures
    })
      .annotate(RequiredAccess, access.scoped("browser.read"))
      .annotate(
        OpenApi.Description,
        "Reads the listing below a prefix and sums it by direct child, storage class and age: `progress` " +
          "with the sums so far …, then `result` or `error`, then `done`. Closing the connection stops the " +
          "reading."
      ),
    HttpApiEndpoint.get("corsAdvice", "/buckets/:bucket_name/cors-advice", {
      params,
      query: contextQuery,
      success: CorsAdvice,
      error: failures
    })
      .annotate(RequiredAccess, access.scoped("browser.read"))
      .annotate(
        OpenApi.Description,
        "Whether browsers may exchange objects of this bucket with its gateway directly, and the CORS rule " +
          "that is missing for it."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("browser"))
  .prefix("/api/browser") {}
