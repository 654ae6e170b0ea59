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
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { EditAttributes } from "#domain/objects/objectwork/EditAttributes.ts"
import { Timestamp } from "#domain/objects/objectwork/Timestamp.ts"
import { CleanFolder, oldVersionFields } from "#domain/objects/objectwork/OldVersions.ts"
import { RestoreFolder } from "#domain/objects/objectwork/PointInTime.ts"
import { FolderPrefix } from "#domain/objects/objectwork/Selection.ts"
import { WorkRun } from "#domain/platform/work/WorkRun.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { CleaningFrame, RestoreFrame } from "../folderHistoryFrames.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const params = { bucket_name: ExistingBucketName }
const error = [BadRequest, InvalidInput, NotFound, Conflict, StorageError, StorageTimeout, Unavailable] as const
const startedRun = WorkRun.annotate({ httpApiStatus: 201 })
const prefix = Schema.optionalKey(FolderPrefix)

export class BrowserFolderHistoryGroup extends HttpApiGroup.make("browserFolderHistory")
  .add(
    HttpApiEndpoint.post("editAttributes", "/buckets/:bucket_name/attributes", {
      params,
      query: contextQuery,
      payload: EditAttributes,
      success: startedRun,
      error
    })
      .annotate(RequiredAccess, access.scoped("browser.write"))
      .annotate(
        OpenApi.Description,
        "Changes headers, metadata, storage class, tags or locks of objects, and of everything below " +
          "folders. Attributes that are not named stay."
      ),
    HttpApiEndpoint.get("previewRestore", "/buckets/:bucket_name/point-in-time", {
      params,
      query: { ...contextQuery, prefix, at: Timestamp },
      success: HttpApiSchema.StreamSse({ events: RestoreFrame }),
      error
    })
      .annotate(RequiredAccess, access.scoped("browser.read"))
      .annotate(
        OpenApi.Description,
        "Shows what it takes to bring a folder back to its state at a moment: `progress` …, then `result` or " +
          "`error`, then `done`. Nothing is changed."
      ),
    HttpApiEndpoint.post("restore", "/buckets/:bucket_name/point-in-time", {
      params,
      query: contextQuery,
      payload: RestoreFolder,
      success: startedRun,
      error
    })
      .annotate(RequiredAccess, access.scoped("browser.write"))
      .annotate(
        OpenApi.Description,
        "Applies the preview by copies and delete markers on top: no version is deleted. Objects written " +
          "since the preview are left alone and named in the report."
      ),
    HttpApiEndpoint.get("previewCleaning", "/buckets/:bucket_name/old-versions", {
      params,
      query: {
        ...contextQuery,
        prefix,
        ...oldVersionFields,
        orphan_markers: Schema.optionalKey(Schema.Literals(["true", "false"]))
      },
      success: HttpApiSchema.StreamSse({ events: CleaningFrame }),
      error
    })
      .annotate(RequiredAccess, access.scoped("browser.read"))
      .annotate(
        OpenApi.Description,
        "Shows which old versions and delete markers would be deleted: `progress` …, then `result` or " +
          "`error`, then `done`. Nothing is changed."
      ),
    HttpApiEndpoint.post("clean", "/buckets/:bucket_name/old-versions", {
      params,
      query: contextQuery,
      payload: CleanFolder,
      success: startedRun,
      error
    })
      .annotate(RequiredAccess, access.scoped("browser.write"))
      .annotate(
        OpenApi.Description,
        "Permanently deletes what was previewed. Current versions stay, and so do locked ones, which the " +
          "report names."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("browser"))
  .prefix("/api/browser") {}
