import { Context, Effect, Layer, Option } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { sameBucket } from "#domain/buckets/creationTime.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { PlanEmptying, StartEmptying } from "#domain/buckets/Emptying.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import type { WorkPlan, WorkRun } from "#domain/platform/work/WorkRun.ts"
import { Work } from "#services/platform/work/Work.ts"
import type { PlanFailure } from "#services/platform/work/WorkKind.ts"
import { bucketCreationTime } from "./bucketCreationTime.ts"
import { QuarantineRecords } from "./QuarantineRecords.ts"
import { bucketEmptying, type EmptyingParams } from "./emptyingKind.ts"

export class Emptying extends Context.Service<
  Emptying,
  {
    readonly plan: (
      context: ResolvedContext,
      bucket: string,
      input: PlanEmptying
    ) => Effect.Effect<WorkPlan, PlanFailure>
    readonly start: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      input: StartEmptying
    ) => Effect.Effect<WorkRun, PlanFailure>
  }
>()("stowage/services/buckets/emptying/Emptying") {
  static readonly layer = Layer.effect(
    Emptying,
    Effect.gen(function* () {
      const work = yield* Work
      const quarantines = yield* QuarantineRecords
      const creationTimeOf = yield* bucketCreationTime
      const paramsOf = (
        { context, listingKey }: ResolvedContext,
        bucket: string,
        { delete_bucket = false }: PlanEmptying
      ): EmptyingParams => ({ context_id: context.id, listing_key: listingKey, bucket, delete_bucket })
      return Emptying.of({
        plan: Effect.fn("Emptying.plan")((context: ResolvedContext, bucket: string, input: PlanEmptying) =>
          work.plan(bucketEmptying, paramsOf(context, bucket, input))
        ),
        start: Effect.fn("Emptying.start")(function* (
          caller: Caller,
          context: ResolvedContext,
          bucket: string,
          { plan_hash, ...input }: StartEmptying
        ) {
          yield* confirmedName("bucket", bucket)
          const quarantine = yield* quarantines.ofBucket(context.listingKey, bucket)
          if (
            quarantine !== null &&
            sameBucket(quarantine.made_at, Option.getOrNull(yield* creationTimeOf(context, bucket)))
          ) {
            return yield* new Conflict({
              code: "state_conflict",
              detail: "The bucket is in quarantine: restore it first, or wait for its day"
            })
          }
          return yield* work.start(caller, bucketEmptying, paramsOf(context, bucket, input), plan_hash ?? null)
        })
      })
    })
  )
}
