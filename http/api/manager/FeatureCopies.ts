import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { FeatureCopyDiff, PlanFeatureCopy, StartFeatureCopy } from "#domain/buckets/FeatureCopy.ts"
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
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const query = contextQuery
const error = [BadRequest, InvalidInput, NotFound, Conflict, StorageError, StorageTimeout, Unavailable] as const

export const FeatureCopyDiffs = Schema.Struct({ items: Schema.Array(FeatureCopyDiff) }).annotate({
  identifier: "FeatureCopyDiffs"
})

export class FeatureCopiesGroup extends HttpApiGroup.make("featureCopies")
  .add(
    HttpApiEndpoint.post("plan", "/feature-copies/plan", { query, payload: PlanFeatureCopy, success: WorkPlan, error })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Which buckets would be changed, how many, and which are left out and why (unreadable, read-only, " +
          "equal already)."
      ),
    HttpApiEndpoint.post("diffs", "/feature-copies/diffs", {
      query,
      payload: PlanFeatureCopy,
      success: FeatureCopyDiffs,
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "The documents before and after, of the first 50 buckets by name. References to the source itself " +
          "are rewritten where that is unambiguous, and reported."
      ),
    HttpApiEndpoint.post("start", "/feature-copies", {
      query,
      payload: StartFeatureCopy,
      success: WorkRun.annotate({ httpApiStatus: 201 }),
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(OpenApi.Description, "Runs only while nothing has changed since the plan: else 409 `stale_plan`.")
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager") {}
