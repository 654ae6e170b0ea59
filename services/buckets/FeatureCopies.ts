import { Context, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { FeatureCopyDiff, PlanFeatureCopy, StartFeatureCopy } from "#domain/buckets/FeatureCopy.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import type { WorkPlan, WorkRun } from "#domain/platform/work/WorkRun.ts"
import { Work } from "#services/platform/work/Work.ts"
import type { PlanFailure } from "#services/platform/work/WorkKind.ts"
import { featureCopy, type FeatureCopyParams } from "./featureCopyKind.ts"
import { surveyCopies } from "./surveyCopies.ts"

const MAX_DIFFS = 50

export class FeatureCopies extends Context.Service<
  FeatureCopies,
  {
    readonly plan: (context: ResolvedContext, input: PlanFeatureCopy) => Effect.Effect<WorkPlan, PlanFailure>
    readonly diffs: (
      context: ResolvedContext,
      input: PlanFeatureCopy
    ) => Effect.Effect<ReadonlyArray<FeatureCopyDiff>, PlanFailure>
    readonly start: (
      caller: Caller,
      context: ResolvedContext,
      input: StartFeatureCopy
    ) => Effect.Effect<WorkRun, PlanFailure>
  }
>()("stowage/services/buckets/FeatureCopies") {
  static readonly layer = Layer.effect(
    FeatureCopies,
    Effect.gen(function* () {
      const work = yield* Work
      const contexts = yield* ExecutionContexts
      const { sourceOf, survey } = yield* surveyCopies
      const paramsOf = (
        { context, listingKey }: ResolvedContext,
        { buckets, ...copyRequest }: PlanFeatureCopy
      ): FeatureCopyParams => ({
        ...copyRequest,
        context_id: context.id,
        listing_key: listingKey,
        buckets: [...new Set(buckets)].sort()
      })
      return FeatureCopies.of({
        plan: Effect.fn("FeatureCopies.plan")((context: ResolvedContext, input: PlanFeatureCopy) =>
          work.plan(featureCopy, paramsOf(context, input))
        ),
        diffs: Effect.fn("FeatureCopies.diffs")(function* (
          { listingKey }: ResolvedContext,
          { accept_losses, buckets, feature, source }: PlanFeatureCopy
        ) {
          const context = yield* contexts.forListing(listingKey)
          const surveys = yield* survey(
            context,
            yield* sourceOf(context, feature, source),
            [...new Set(buckets)].sort().slice(0, MAX_DIFFS),
            accept_losses
          )
          return surveys.map(({ diff }) => diff)
        }),
        start: Effect.fn("FeatureCopies.start")(
          (caller: Caller, context: ResolvedContext, { plan_hash, ...input }: StartFeatureCopy) =>
            work.start(caller, featureCopy, paramsOf(context, input), plan_hash)
        )
      })
    })
  )
}
