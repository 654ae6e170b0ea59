import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import {
  BadRequest,
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { CopyObjects, RenameObject } from "#domain/objects/objectwork/ObjectCopy.ts"
import { DeleteObjects } from "#domain/objects/objectwork/ObjectDeletion.ts"
import { WorkRun } from "#domain/platform/work/WorkRun.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { CopyPlanFrame, DeletionPlanFrame } from "../objectPlanFrames.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const params = { bucket_name: ExistingBucketName }
const error = [BadRequest, InvalidInput, NotFound, Conflict, StorageError, StorageTimeout, Unavailable] as const
const startedRun = WorkRun.annotate({ httpApiStatus: 201 })

export class BrowserObjectWorkGroup extends HttpApiGroup.make("browserObjectWork")
  .add(
    HttpApiEndpoint.post("remove", "/buckets/:bucket_name/deletions", {
      params,
      query: contextQuery,
      payload: DeleteObjects,
      success: startedRun,
      error
    })
      .annotate(RequiredAccess, access.scoped("browser.write"))
      .annotate(
        OpenApi.Description,
        "Deletes objects, versions, and folders with all that is below them. Up to a thousand entries without " +
          "folders are quicker by " +
          "`DELETE /api/browser/buckets/{bucket_name}/objects`, which answers with each outcome. With the " +
          "`planned_at` of a plan, what was written since stays and is named. Where the bucket keeps versions " +
          "it is undone by " +
          "`POST /api/browser/work/{run_id}/undo`: the delete markers that it laid go."
      ),
    HttpApiEndpoint.post("planRemoval", "/buckets/:bucket_name/deletions/plan", {
      params,
      query: contextQuery,
      payload: DeleteObjects,
      success: HttpApiSchema.StreamSse({ events: DeletionPlanFrame }),
      error
    })
      .annotate(RequiredAccess, access.scoped("browser.write"))
      .annotate(
        OpenApi.Description,
        "What a deletion would do: objects, versions, markers and bytes, what locks keep, and whether it can " +
          "come back: `progress` …, then `result` or `error`, then " +
          "`done`. Nothing is changed."
      ),
    HttpApiEndpoint.post("copy", "/buckets/:bucket_name/copies", {
      params,
      query: contextQuery,
      payload: CopyObjects,
      success: startedRun,
      error: [...error, Forbidden]
    })
      .annotate(RequiredAccess, access.scoped("browser.write"))
      .annotate(
        OpenApi.Description,
        "Copies or moves objects, and folders with all that is below them, within a bucket, to another one, or " +
          "to another context. Between places of one " +
          "gateway the gateway copies; else the bytes come through this service. A source is deleted once its " +
          "copy was verified, and only while it is what it was. Headers, " +
          "metadata, tags, encryption, access control list, lock and storage class are carried; an object that " +
          "would lose one of these is copied only with that in `accept_losses`. With the `planned_at` of a " +
          "plan, what was written since is left alone and named. " +
          "It is undone by `POST /api/browser/work/{run_id}/undo`: what it made goes, where it is still that; " +
          "of a move, once its source is there again."
      ),
    HttpApiEndpoint.post("planCopy", "/buckets/:bucket_name/copies/plan", {
      params,
      query: contextQuery,
      payload: CopyObjects,
      success: HttpApiSchema.StreamSse({ events: CopyPlanFrame }),
      error: [...error, Forbidden]
    })
      .annotate(RequiredAccess, access.scoped("browser.write"))
      .annotate(
        OpenApi.Description,
        "What copying or moving would do: objects and bytes, which names are taken at the target and what " +
          "becomes of them, and which properties objects would lose, by the same decisions as the run: " +
          "`progress` …, then `result` or `error`, then `done`. Nothing is changed."
      ),
    HttpApiEndpoint.post("rename", "/buckets/:bucket_name/renames", {
      params,
      query: contextQuery,
      payload: RenameObject,
      success: startedRun,
      error
    })
      .annotate(RequiredAccess, access.scoped("browser.write"))
      .annotate(
        OpenApi.Description,
        "Renames an object or a folder: S3 has no such thing, so that it is copied to its new name, verified, " +
          "and deleted under the old one. Its plan is that of a " +
          "move: `copies/plan` with `from` as its `base` and `to` as the prefix of its target. Undone as a move is."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("browser"))
  .prefix("/api/browser") {}
