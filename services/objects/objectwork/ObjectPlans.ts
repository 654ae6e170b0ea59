import { Clock, Context, DateTime, Effect, Layer, type Stream } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { copyFault, type CopyObjects } from "#domain/objects/objectwork/ObjectCopy.ts"
import type { DeleteObjects } from "#domain/objects/objectwork/ObjectDeletion.ts"
import type {
  CopyPlan,
  CopyPlanEvent,
  DeletionPlan,
  DeletionPlanEvent
} from "#domain/objects/objectwork/ObjectPlans.ts"
import { splitSelection } from "#domain/objects/objectwork/Selection.ts"
import { BucketContents } from "#services/buckets/emptying/BucketContents.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { readProperties } from "#services/objects/copyProperties.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import type { PlanFailure } from "#services/platform/work/WorkKind.ts"
import { copyDecisions } from "./copyDecisions.ts"
import { scanPages } from "./scanPages.ts"
import { refuseWholeBucket } from "./deletionKind.ts"
import { validSelection } from "./ObjectWork.ts"
import { plannedCopies } from "./plannedCopies.ts"
import { plannedDeletions } from "./plannedDeletions.ts"
import { readPortion } from "./readPortion.ts"
import { readSelection } from "./readSelection.ts"
import { sameBucket, sameGateway } from "./sameBucket.ts"

type Planned<Event> = Effect.Effect<Stream.Stream<Event, PlanFailure>, PlanFailure>

export class ObjectPlans extends Context.Service<
  ObjectPlans,
  {
    readonly removal: (context: ResolvedContext, bucket: string, wanted: DeleteObjects) => Planned<DeletionPlanEvent>
    readonly copy: (
      context: ResolvedContext,
      bucket: string,
      there: ResolvedContext,
      wanted: CopyObjects
    ) => Planned<CopyPlanEvent>
  }
>()("stowage/services/objects/objectwork/ObjectPlans") {
  static readonly layer = Layer.effect(
    ObjectPlans,
    Effect.gen(function* () {
      const [store, details, pages, contents] = yield* Effect.all([
        ObjectStore,
        ObjectDetailStore,
        BucketPages,
        BucketContents
      ])

      /** The later of our clock and the gateway's, so that nothing seen is newer than its plan. */
      const momentOf = (now: number, newest: number) => DateTime.formatIso(DateTime.makeUnsafe(Math.max(now, newest)))

      const removal = Effect.fn("ObjectPlans.removal")(function* (
        context: ResolvedContext,
        bucket: string,
        request: DeleteObjects
      ) {
        const selection = yield* validSelection(request)
        yield* refuseWholeBucket(selection)
        const now = yield* Clock.currentTimeMillis
        const settings = yield* contents.settings(context.s3, bucket)
        const planned = plannedDeletions({
          store,
          details,
          target: context.s3,
          bucket,
          settings,
          bypassGovernance: request.bypass_governance ?? false,
          now
        })
        const depth = request.all_versions === true ? "versions" : "current"
        return scanPages(
          readSelection(
            splitSelection(selection).map((portion) =>
              readPortion({ store, pages }, context.s3, bucket, portion, depth)
            )
          ),
          {
            inspect: planned.look,
            report: (ended) =>
              Effect.sync((): DeletionPlanEvent => {
                const data: DeletionPlan = {
                  planned_at: momentOf(now, planned.newest()),
                  ...planned.counts(),
                  sample: planned.sample(),
                  versioning: settings.versioning,
                  object_lock: settings.objectLock
                }
                return { event: ended ? "result" : "progress", data }
              })
          }
        )
      })

      const copy = Effect.fn("ObjectPlans.copy")(function* (
        context: ResolvedContext,
        bucket: string,
        targetContext: ResolvedContext,
        { base, move = false, on_conflict, target, ...request }: CopyObjects
      ) {
        const selection = yield* validSelection(request)
        const direct = sameGateway(context, targetContext)
        const one = yield* sameBucket(
          store,
          { context, bucket },
          { context: targetContext, bucket: target.bucket_name },
          selection
        )
        const fault = copyFault({
          selection,
          base,
          prefix: target.prefix,
          sameBucket: one,
          move,
          conflict: on_conflict
        })
        if (fault !== null) return yield* InvalidInput.at("payload.target.prefix", fault)
        const now = yield* Clock.currentTimeMillis
        const { objectLock, versioning } = yield* contents.settings(targetContext.s3, target.bucket_name)
        const places = {
          source: context,
          bucket,
          target: targetContext,
          targetBucket: target.bucket_name,
          base,
          prefix: target.prefix,
          conflict: on_conflict,
          plannedAt: null
        }
        const planned = plannedCopies(copyDecisions(store, places), places, {
          target: { sameGateway: direct, objectLock },
          read: (key, versionId) =>
            Effect.map(readProperties(details, context.s3, { bucket, key, versionId }), ({ properties }) => properties)
        })
        return scanPages(
          readSelection(
            splitSelection(selection).map((portion) =>
              readPortion({ store, pages }, context.s3, bucket, portion, "current")
            )
          ),
          {
            inspect: planned.look,
            report: (ended) =>
              Effect.sync((): CopyPlanEvent => {
                const data: CopyPlan = {
                  planned_at: momentOf(now, planned.newest()),
                  ...planned.counts(),
                  sample: planned.sample(),
                  same_gateway: direct,
                  versioning
                }
                return { event: ended ? "result" : "progress", data }
              })
          }
        )
      })

      return ObjectPlans.of({ removal, copy })
    })
  )
}
