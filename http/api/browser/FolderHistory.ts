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
import { Moment } from "#domain/objects/objectwork/Moment.ts"
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

/**
 * Attributes of objects, and restoring or cleaning earlier states of folders. Previewed first; follow runs under
 * `/api/browser/work`.
 */
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
        "Changes headers, metadata, storage class, tags or locks of objects, and of all below folders. What is " +
          "not named stays."
      ),
    HttpApiEndpoint.get("previewRestore", "/buckets/:bucket_name/point-in-time", {
      params,
      query: { ...contextQuery, prefix, at: Moment },
      success: HttpApiSchema.StreamSse({ events: RestoreFrame }),
      error
    })
      .annotate(RequiredAccess, access.scoped("browser.read"))
      .annotate(
        OpenApi.Description,
        "What it takes for a folder to show what it showed at a moment: `progress` …, then `result` or " +
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
        "Does what was previewed, by copies and delete markers on top: no version ends. What was written since " +
          "the preview is left alone and named in the report."
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
        "Which old versions and delete markers would go: `progress` …, then `result` or `error`, then `done`. " +
          "Nothing is changed."
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
        "Removes what was previewed for good. Current versions stay, and so does what " +
          "is locked, which the report names."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("browser"))
  .prefix("/api/browser") {}
