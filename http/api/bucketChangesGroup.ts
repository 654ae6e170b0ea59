import type { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import type { ScopeRequirement } from "#domain/accounts/scope/RequestScope.ts"
import { PlanBucketChange, StartBucketChange } from "#domain/buckets/changes/BucketChangeRequest.ts"
import type { WorkbenchId } from "#domain/buckets/workbench/workbenchQuery.ts"
import {
  Conflict,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { WorkPlan, WorkRun } from "#domain/platform/work/WorkRun.ts"
import { access, RequiredAccess } from "./Access.ts"
import { ScopeControl } from "./Middleware.ts"
import { RequiredScope } from "./RequiredScope.ts"

interface ChangedWorkbench<Name, Prefix, Params> {
  readonly name: Name
  readonly id: WorkbenchId
  readonly prefix: Prefix
  readonly scope: ScopeRequirement
  readonly params: Params
}

const error = [InvalidInput, NotFound, Conflict, StorageError, StorageTimeout, Unavailable] as const

export const bucketChangesGroup = <
  const Name extends string,
  const Prefix extends `/${string}`,
  const Params extends Schema.Struct.Fields
>({
  id,
  name,
  params,
  prefix,
  scope
}: ChangedWorkbench<Name, Prefix, Params>) => {
  const write = access.scoped(`${id}.write`)
  return HttpApiGroup.make(name)
    .add(
      HttpApiEndpoint.post("plan", "/bucket-changes/plan", {
        params,
        payload: PlanBucketChange,
        success: WorkPlan,
        error
      })
        .annotate(RequiredAccess, write)
        .annotate(
          OpenApi.Description,
          "Which of the selected buckets would be changed, with the configuration before and after, and which are " +
            "left out and why. `set` and `remove` merge by rule id, `Sid` or tag key; everything else stays. Nothing " +
            "is changed."
        ),
      HttpApiEndpoint.post("start", "/bucket-changes", {
        params,
        payload: StartBucketChange,
        success: WorkRun.annotate({ httpApiStatus: 201 }),
        error
      })
        .annotate(RequiredAccess, write)
        .annotate(
          OpenApi.Description,
          "Starts a planned change while nothing of it has changed: else 409 `stale_plan`. The run is followed, " +
            "paused, stopped and undone under `/work` of the workspace."
        )
    )
    .middleware(ScopeControl)
    .annotateEndpoints(RequiredScope, scope)
    .prefix(prefix)
}
