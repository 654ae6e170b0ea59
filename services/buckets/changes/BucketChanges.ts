import { Context, Effect, Layer } from "effect"
import type { PlanBucketChange, StartBucketChange } from "#domain/buckets/changes/BucketChangeRequest.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { WorkPlan, WorkRun } from "#domain/platform/work/WorkRun.ts"
import { Work } from "#services/platform/work/Work.ts"
import type { PlanFailure } from "#services/platform/work/WorkKind.ts"
import { type BucketChangeParams, bucketChangeKinds } from "./bucketChangeKind.ts"
import type { ChangeScope } from "./changeContexts.ts"

const paramsOf = (scope: ChangeScope, { accept_losses, change, selection }: PlanBucketChange): BucketChangeParams => ({
  selection: "ids" in selection ? { ids: selection.ids.toSorted() } : selection,
  change,
  ...(accept_losses === undefined ? {} : { accept_losses }),
  scope
})

export class BucketChanges extends Context.Service<
  BucketChanges,
  {
    readonly plan: (scope: ChangeScope, input: PlanBucketChange) => Effect.Effect<WorkPlan, PlanFailure>
    /** 409 `stale_plan` when a selected bucket, or the result of the query, changed since the plan. */
    readonly start: (
      caller: Caller,
      scope: ChangeScope,
      input: StartBucketChange
    ) => Effect.Effect<WorkRun, PlanFailure>
  }
>()("stowage/services/buckets/changes/BucketChanges") {
  static readonly layer = Layer.effect(
    BucketChanges,
    Effect.map(Work, (work) =>
      BucketChanges.of({
        plan: Effect.fn("BucketChanges.planned")((scope: ChangeScope, input: PlanBucketChange) =>
          work.plan(bucketChangeKinds[scope.workspace], paramsOf(scope, input))
        ),
        start: Effect.fn("BucketChanges.start")((caller: Caller, scope: ChangeScope, input: StartBucketChange) =>
          work.start(caller, bucketChangeKinds[scope.workspace], paramsOf(scope, input), input.plan_hash)
        )
      })
    )
  )
}
