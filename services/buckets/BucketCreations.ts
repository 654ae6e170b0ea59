import { Context, Duration, Effect, Layer, Result, type Schema, Stream } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { type BucketCreation, type CreatedBucket, type FeatureValues, likened } from "#domain/buckets/BucketCreation.ts"
import { bucketTemplates } from "#domain/buckets/bucketTemplates.ts"
import { Conflict, type GatewayFailure, InvalidInput, type NotFound } from "#domain/platform/errors/Errors.ts"
import { featureNames } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import { notThisFeature, problemOf } from "#domain/buckets/features/readingOf.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { decodedValue, placeOf } from "#services/buckets/features/BucketFeatures.ts"
import { FeatureGuard, lossIssues, type NewDocuments } from "#services/buckets/features/FeatureGuard.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { bucketIdentity } from "#services/buckets/features/featureVersion.ts"
import { Work } from "#services/platform/work/Work.ts"
import { bucketCreation } from "./creationKind.ts"

type Refused = InvalidInput | NotFound | Conflict | GatewayFailure

/** Codes of what a gateway, or a context without Admin Ops, does not have: a new bucket there cannot have it either. */
const unsupportedCodes: ReadonlySet<string> = new Set(["NoAdminOps", "MethodNotAllowed", "NotImplemented"])

/** Whoever asked waits so long for its end; then it goes on without them. */
const patience = Duration.seconds(20)

/** Buckets that are created with what they are to have, as long work: a process that dies leaves no half that nobody knows of. */
export class BucketCreations extends Context.Service<BucketCreations, {
  /** Tells of every step what came of it. What is wrong with a value is refused before anything is created. */
  readonly create: (caller: Caller, context: ResolvedContext, input: BucketCreation) => Effect.Effect<CreatedBucket, Refused>
}>()("stowage/services/buckets/BucketCreations") {
  static readonly layer = Layer.effect(BucketCreations, Effect.gen(function*() {
    const work = yield* Work
    const store = yield* FeatureStore
    const guard = yield* FeatureGuard
    const identityOf = yield* bucketIdentity
    const gateway = yield* BucketGateway

    /**
     * Values of the bucket `like`, with the documents that have parts which no declaration knows. A feature that cannot be read
     * stops the creation: the new bucket would lack it.
     */
    const ofBucket = Effect.fnUntraced(function*(context: ResolvedContext, bucket: string, named: FeatureValues) {
      yield* identityOf(context, bucket)
      const names = likened.filter((name) => named[name] === undefined)
      const documents = yield* store.readSome(context, bucket, names)
      const values: Record<string, Readonly<Record<string, Schema.Json>>> = {}
      const sources: Record<string, string> = {}
      for (const [index, name] of names.entries()) {
        const feature = featureOf(name)
        const read = documents[index] ?? Result.succeed(null)
        if (Result.isFailure(read) && read.failure._tag === "StorageError" && unsupportedCodes.has(read.failure.storage_code)) continue
        const understood = Result.isFailure(read) ? null : feature.understand(read.success)
        if (Result.isFailure(read) || understood === null) {
          const { detail } = Result.isFailure(read) ? problemOf(read.failure, "") : notThisFeature("")
          return yield* InvalidInput.at("payload.like", `${feature.label} of ${bucket} cannot be copied: ${detail}`)
        }
        if (understood.value === null) continue
        values[name] = understood.value
        if (read.success !== null && feature.unknown(read.success).length > 0) sources[name] = read.success
      }
      return { values: values as FeatureValues, sources }
    })

    /** Everything that is wrong with a value, named by its place in the request. */
    const checked = Effect.fnUntraced(function*(context: ResolvedContext, bucket: string, values: FeatureValues, accepted: BucketCreation["accept_losses"]) {
      const documents: Array<NewDocuments[number]> = []
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
        documents.push({ feature: name, after: feature.express(value, null) })
      }
      const issues = lossIssues(yield* guard.lossesOfNew(context, bucket, documents), accepted)
      if (issues.length > 0) return yield* new InvalidInput({ issues })
    })

    const create = Effect.fn("BucketCreations.create")(function*(caller: Caller, context: ResolvedContext, input: BucketCreation) {
      const { like, name } = input
      const template = bucketTemplates.find((one) => one.name === input.template)
      const likeness = like === undefined ? { values: {}, sources: {} } : yield* ofBucket(context, like, input.features ?? {})
      const values: FeatureValues = { ...template?.features, ...likeness.values, ...input.features }
      yield* checked(context, name, values, input.accept_losses)
      if (yield* gateway.exists(context.s3, name)) return yield* new Conflict({ code: "already_exists", detail: `A bucket named ${name} exists` })
      const params = {
        context_id: context.context.id, listing_key: context.listingKey, name, object_lock: input.object_lock ?? template?.object_lock ?? false, features: values,
        sources: likeness.sources, ...(input.accept_losses === undefined ? {} : { accept_losses: input.accept_losses })
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
