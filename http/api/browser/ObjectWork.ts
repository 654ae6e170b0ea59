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
        "Deletes objects, versions, and folders with everything below them. Up to 1,000 entries without " +
          "folders are faster by `DELETE /api/browser/buckets/{bucket_name}/objects`, which answers with each " +
          "outcome. With the `planned_at` of a plan, objects written since stay and are named. In a bucket " +
          "with versioning `POST /api/browser/work/{run_id}/undo` deletes the delete markers again."
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
        "Shows what a deletion would do: objects, versions, markers and bytes, what locks retain, and " +
          "whether it can be undone: `progress` …, then `result` or `error`, then `done`. Nothing is changed."
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
        "Copies or moves objects, and folders with everything below them, within a bucket, to another " +
          "bucket, or to another context. Within one gateway the gateway copies; else the bytes pass through " +
          "this service. A source is deleted once its copy is verified, and only if it did not change. " +
          "Headers, metadata, tags, encryption, access control list, lock and storage class are copied; an " +
          "object that would lose one of these is copied only with that loss in `accept_losses`. With the " +
          "`planned_at` of a plan, objects written since are left alone and named. `POST " +
          "/api/browser/work/{run_id}/undo` deletes the copies that did not change; of a move, once the source " +
          "exists again."
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
        "Shows what copying or moving would do, by the same decisions as the run: objects and bytes, which " +
          "names exist at the target and what happens to them, and which properties objects would lose: " +
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
        "Renames an object or a folder. S3 cannot rename: it is copied to its new name, verified, and " +
          "deleted under the old one. Its plan is that of a move: `copies/plan` with `from` as its `base` and " +
          "`to` as the prefix of its target. It is undone as a move is."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("browser"))
  .prefix("/api/browser") {}
