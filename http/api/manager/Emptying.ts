import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import { PlanEmptying, StartEmptying } from "#domain/buckets/Emptying.ts"
import {
  BadRequest,
  Conflict,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { WorkPlan, WorkRun } from "#domain/platform/work/WorkRun.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const params = { bucket_name: ExistingBucketName }
const error = [BadRequest, InvalidInput, NotFound, Conflict, StorageError, StorageTimeout, Unavailable] as const

export class EmptyingGroup extends HttpApiGroup.make("emptying")
  .add(
    HttpApiEndpoint.post("plan", "/buckets/:bucket_name/emptying/plan", {
      params,
      query: contextQuery,
      payload: PlanEmptying,
      success: WorkPlan,
      error
    }).annotate(RequiredAccess, access.scoped("manager.write")),
    HttpApiEndpoint.post("start", "/buckets/:bucket_name/emptying", {
      params,
      query: { ...contextQuery, ...confirmQuery },
      payload: StartEmptying,
      success: WorkRun.annotate({ httpApiStatus: 201 }),
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(Destructive, destructive.named("bucket", "its name"))
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager") {}
