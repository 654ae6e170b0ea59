import { Context, Duration, Effect, Layer, Result, type Schema, Stream } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import {
  type BucketCreation,
  type CreatedBucket,
  type FeatureValues,
  copiedFeatures
} from "#domain/buckets/BucketCreation.ts"
import { bucketTemplates } from "#domain/buckets/bucketTemplates.ts"
import { Conflict, type GatewayFailure, InvalidInput, type NotFound } from "#domain/platform/errors/Errors.ts"
import { featureNames } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import { notThisFeature, featureProblemOf } from "#domain/buckets/features/readingOf.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { decodedValue, featurePlace } from "#services/buckets/features/BucketFeatures.ts"
import { FeatureGuard, lossIssues, type NewDocuments } from "#services/buckets/features/FeatureGuard.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { bucketIdentity } from "#services/buckets/features/featureVersion.ts"
import { Work } from "#services/platform/work/Work.ts"
import { bucketCreation } from "./creationKind.ts"

type Refused = InvalidInput | NotFound | Conflict | GatewayFailure

/** The new bucket also lacks features that the source's gateway lacks. */
const unsupportedCodes: ReadonlySet<string> = new Set(["NoAdminOps", "MethodNotAllowed", "NotImplemented"])

const RESULT_TIMEOUT = Duration.seconds(20)

/** Long work, so that a crash leaves no untracked half. */
export class BucketCreations extends Context.Service<
  BucketCreations,
  {
    readonly create: (
      caller: Caller,
      context: ResolvedContext,
      input: BucketCreation
    ) => Effect.Effect<CreatedBucket, Refused>
  }
>()("stowage/services/buckets/BucketCreations") {
  static readonly layer = Layer.effect(
    BucketCreations,
    Effect.gen(function* () {
      const work = yield* Work
      const store = yield* FeatureStore
      const guard = yield* FeatureGuard
      const identityOf = yield* bucketIdentity
      const gateway = yield* BucketGateway

      /** An unreadable feature is an error, because the new bucket would lack it. */
      const readTemplateBucket = Effect.fnUntraced(function* (
        context: ResolvedContext,
        bucket: string,
        overrides: FeatureValues
      ) {
        yield* identityOf(context, bucket)
        const names = copiedFeatures.filter((name) => overrides[name] === undefined)
        const documents = yield* store.readSome(context, bucket, names)
        const values: Record<string, Readonly<Record<string, Schema.Json>>> = {}
        const sources: Record<string, string> = {}
        for (const [index, name] of names.entries()) {
          const feature = featureOf(name)
          const document = documents[index] ?? Result.succeed(null)
          if (
            Result.isFailure(document) &&
            document.failure._tag === "StorageError" &&
            unsupportedCodes.has(document.failure.storage_code)
          )
            continue
          const parsed = Result.isFailure(document) ? null : feature.understand(document.success)
          if (Result.isFailure(document) || parsed === null) {
            const { detail } = Result.isFailure(document) ? featureProblemOf(document.failure, "") : notThisFeature("")
            return yield* InvalidInput.at("payload.like", `${feature.label} of ${bucket} cannot be copied: ${detail}`)
          }
          if (parsed.value === null) continue
          values[name] = parsed.value
          if (document.success !== null && feature.unknown(document.success).length > 0)
            sources[name] = document.success
        }
        return { values: values as FeatureValues, sources }
      })

      const validate = Effect.fnUntraced(function* (
        context: ResolvedContext,
        bucket: string,
        values: FeatureValues,
        acceptedLosses: BucketCreation["accept_losses"]
      ) {
        const documents: Array<NewDocuments[number]> = []
        for (const name of featureNames) {
          const sentValue = values[name]
          if (sentValue === undefined) continue
          const feature = featureOf(name)
          const at = ({ message, path }: { readonly message: string; readonly path: ReadonlyArray<string> }) => ({
            message,
            path: ["payload", "features", name, ...path]
          })
          const value = yield* Effect.mapError(
            decodedValue(feature, sentValue),
            ({ issues }) =>
              new InvalidInput({ issues: issues.map(({ message, path }) => at({ message, path: path.slice(2) })) })
          )
          const reason = feature.readOnly(featurePlace(context, bucket).dialect)
          if (reason !== null) return yield* new InvalidInput({ issues: [at({ message: reason, path: [] })] })
          const faults = feature.faults(value, featurePlace(context, bucket), null)
          if (faults.length > 0) return yield* new InvalidInput({ issues: faults.map(at) })
          documents.push({ feature: name, after: feature.express(value, null) })
        }
        const issues = lossIssues(yield* guard.lossesOfNew(context, bucket, documents), acceptedLosses)
        if (issues.length > 0) return yield* new InvalidInput({ issues })
      })

      const create = Effect.fn("BucketCreations.create")(function* (
        caller: Caller,
        context: ResolvedContext,
        input: BucketCreation
      ) {
        const { like, name } = input
        const template = bucketTemplates.find((one) => one.name === input.template)
        const copiedFeatures =
          like === undefined
            ? { values: {}, sources: {} }
            : yield* readTemplateBucket(context, like, input.features ?? {})
        const values: FeatureValues = { ...template?.features, ...copiedFeatures.values, ...input.features }
        yield* validate(context, name, values, input.accept_losses)
        if (yield* gateway.exists(context.s3, name))
          return yield* new Conflict({ code: "already_exists", detail: `A bucket named ${name} exists` })
        const params = {
          context_id: context.context.id,
          listing_key: context.listingKey,
          name,
          object_lock: input.object_lock ?? template?.object_lock ?? false,
          features: values,
          sources: copiedFeatures.sources,
          ...(input.accept_losses === undefined ? {} : { accept_losses: input.accept_losses })
        }
        const { id } = yield* work.start(caller, bucketCreation, params, null)
        const place = { scope: "manager", listingKey: context.listingKey } as const
        yield* work
          .follow(place, id, null)
          .pipe(Effect.flatMap(Stream.runDrain), Effect.timeoutOption(RESULT_TIMEOUT), Effect.orDie)
        const [run, { items }] = yield* Effect.orDie(
          Effect.all([work.find(place, id), work.items(place, id, { limit: 100 })])
        )
        const steps = items.map(({ label, problem, state }) => ({ label, state, detail: problem?.detail ?? null }))
        const created: CreatedBucket = {
          name,
          run_id: id,
          steps,
          state:
            run.state === "completed"
              ? "created"
              : steps[0]?.state === "failed"
                ? "not_created"
                : run.state === "completed_with_errors"
                  ? "created_in_part"
                  : "under_way"
        }
        return created
      })

      return BucketCreations.of({ create })
    })
  )
}
