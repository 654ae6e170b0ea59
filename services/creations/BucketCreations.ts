import { Context, Duration, Effect, Layer, Stream } from "effect"
import type { Caller } from "#domain/access/Caller.ts"
import type { ResolvedContext } from "#domain/contexts/CurrentContext.ts"
import { type BucketCreation, type CreatedBucket, type FeatureValues, likened } from "#domain/creations/BucketCreation.ts"
import { bucketTemplates } from "#domain/creations/bucketTemplates.ts"
import { Conflict, type GatewayFailure, InvalidInput, type NotFound } from "#domain/errors/Errors.ts"
import { featureNames } from "#domain/features/FeatureName.ts"
import { featureOf } from "#domain/features/features.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { BucketFeatures, decodedValue, placeOf } from "#services/features/BucketFeatures.ts"
import { Work } from "#services/work/Work.ts"
import { bucketCreation } from "./creationKind.ts"

type Refused = InvalidInput | NotFound | Conflict | GatewayFailure

/** Whoever asked waits so long for its end; then it goes on without them. */
const patience = Duration.seconds(20)

/** Buckets that are created with what they are to have, as long work: a process that dies leaves no half that nobody knows of. */
export class BucketCreations extends Context.Service<BucketCreations, {
  /** Tells of every step what came of it. What is wrong with a value is refused before anything is created. */
  readonly create: (caller: Caller, context: ResolvedContext, input: BucketCreation) => Effect.Effect<CreatedBucket, Refused>
}>()("stowage/services/creations/BucketCreations") {
  static readonly layer = Layer.effect(BucketCreations, Effect.gen(function*() {
    const work = yield* Work
    const features = yield* BucketFeatures
    const gateway = yield* BucketGateway

    /** What the bucket `like` has, as far as it can be read and is to be copied. */
    const ofBucket = Effect.fnUntraced(function*(context: ResolvedContext, bucket: string) {
      const readings = yield* features.all(context, bucket)
      return Object.fromEntries(readings.flatMap(({ feature, value }) =>
        value === null || !likened.some((name) => name === feature) ? [] : [[feature, value]])) as FeatureValues
    })

    /** Everything that is wrong with a value, named by its place in the request. */
    const checked = Effect.fnUntraced(function*(context: ResolvedContext, bucket: string, values: FeatureValues) {
      for (const name of featureNames) {
        const sent = values[name]
        if (sent === undefined) continue
        const feature = featureOf(name)
        const at = ({ message, path }: { readonly message: string; readonly path: ReadonlyArray<string> }) => ({ message, path: ["payload", "features", name, ...path] })
        const value = yield* Effect.mapError(decodedValue(feature, sent), ({ issues }) =>
          new InvalidInput({ issues: issues.map(({ message, path }) => at({ message, path: path.slice(2) })) }))
        const reason = feature.readOnly(placeOf(context, bucket).dialect)
        if (reason !== null) return yield* new InvalidInput({ issues: [at({ message: reason, path: [] })] })
        const faults = feature.faults(value, placeOf(context, bucket), null)
        if (faults.length > 0) return yield* new InvalidInput({ issues: faults.map(at) })
      }
    })

    const create = Effect.fn("BucketCreations.create")(function*(caller: Caller, context: ResolvedContext, input: BucketCreation) {
      const { like, name } = input
      const template = bucketTemplates.find((one) => one.name === input.template)
      const values: FeatureValues = {
        ...template?.features, ...(like === undefined ? {} : yield* ofBucket(context, like)), ...input.features
      }
      yield* checked(context, name, values)
      if (yield* gateway.exists(context.s3, name)) return yield* new Conflict({ code: "already_exists", detail: `A bucket named ${name} exists` })
      const params = {
        context_id: context.context.id, listing_key: context.listingKey, name, object_lock: input.object_lock ?? template?.object_lock ?? false, features: values
      }
      const { id } = yield* work.start(caller, bucketCreation, params, null)
      const place = { scope: "manager", listingKey: context.listingKey } as const
      yield* work.follow(place, id, null).pipe(Effect.flatMap(Stream.runDrain), Effect.timeoutOption(patience), Effect.orDie)
      const [run, { items }] = yield* Effect.orDie(Effect.all([work.find(place, id), work.items(place, id, { limit: 100 })]))
      const steps = items.map(({ label, problem, state }) => ({ label, state, detail: problem?.detail ?? null }))
      const created: CreatedBucket = {
        name, run_id: id, steps,
        state: run.state === "completed" ? "created" : steps[0]?.state === "failed" ? "not_created" : run.state === "completed_with_errors" ? "created_in_part" : "under_way"
      }
      return created
    })

    return BucketCreations.of({ create })
  }))
}
