import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import {
  BucketComparison,
  BucketComparisonPage,
  differenceKinds,
  DifferencePosition,
  ObjectDifferencePage,
  StartComparison
} from "#domain/objects/comparison/BucketComparison.ts"
import { PlanRemediation, StartRemediation } from "#domain/objects/comparison/Remediation.ts"
import { cursorQuery } from "#domain/platform/Cursor.ts"
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
import { commaSeparated } from "#domain/platform/Filters.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { WorkPlan, WorkPosition, WorkRun } from "#domain/platform/work/WorkRun.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"
import { RequiredTool } from "../RequiredTool.ts"

const params = { comparison_id: RowId }
const readErrors = [BadRequest, Forbidden, NotFound] as const
const error = [...readErrors, InvalidInput, Conflict, StorageError, StorageTimeout, Unavailable] as const

export class ComparisonsGroup extends HttpApiGroup.make("comparisons")
  .add(
    HttpApiEndpoint.post("start", "/bucket-comparisons", {
      query: contextQuery,
      payload: StartComparison,
      success: BucketComparison.annotate({ httpApiStatus: 201 }),
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Compares two buckets: objects by key, size and ETag (by checksum or part sizes where ETags differ " +
          "in kind), and settings feature by feature. Nothing is changed. The comparison belongs to the " +
          "context of its source, which is that of the query, and ends when the right to one of both contexts " +
          "is lost. Pause and stop it as other work: `POST /api/manager/work/{run_id}/stop`."
      ),
    HttpApiEndpoint.get("list", "/bucket-comparisons", {
      query: { ...contextQuery, ...cursorQuery(WorkPosition) },
      success: BucketComparisonPage,
      error: [...readErrors, InvalidInput]
    }).annotate(RequiredAccess, access.scoped("manager.read")),
    HttpApiEndpoint.get("get", "/bucket-comparisons/:comparison_id", {
      params,
      query: contextQuery,
      success: BucketComparison,
      error: readErrors
    }).annotate(RequiredAccess, access.scoped("manager.read")),
    HttpApiEndpoint.get("differences", "/bucket-comparisons/:comparison_id/differences", {
      params,
      query: {
        ...contextQuery,
        ...cursorQuery(DifferencePosition),
        kind: Schema.optionalKey(commaSeparated(differenceKinds))
      },
      success: ObjectDifferencePage,
      error: [...readErrors, InvalidInput]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Keys that differ, in the order of keys: `missing` (only at the source), `extra` (only at the " +
          "target), `different`, `unknown` (equal sizes, but nothing that proves equal content). The first " +
          "million is stored."
      ),
    HttpApiEndpoint.post("planRemediation", "/bucket-comparisons/:comparison_id/remediation/plan", {
      params,
      query: contextQuery,
      payload: PlanRemediation,
      success: WorkPlan,
      error
    }).annotate(RequiredAccess, access.scoped("manager.write")),
    HttpApiEndpoint.post("startRemediation", "/bucket-comparisons/:comparison_id/remediation", {
      params,
      query: contextQuery,
      payload: StartRemediation,
      success: WorkRun.annotate({ httpApiStatus: 201 }),
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Makes the target equal to the source while the plan is as it was reviewed; else 409 `stale_plan`. " +
          "Objects written at the target since the comparison are left alone and named. Settings can be " +
          "undone."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .annotateEndpoints(RequiredTool, "bucket_compare")
  .prefix("/api/manager") {}
