import { Effect, Option, Schema, Stream } from "effect"
import { BucketName } from "#domain/buckets/BucketName.ts"
import { FeatureName, featureNames } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import { FeatureValues } from "#domain/buckets/BucketCreation.ts"
import { AcceptedLosses } from "#domain/buckets/policies/AccessLoss.ts"
import { Buckets } from "#services/buckets/Buckets.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { bucketCreationTime } from "#services/buckets/emptying/bucketCreationTime.ts"
import { decodedValue } from "#services/buckets/features/BucketFeatures.ts"
import { FeatureEdits } from "#services/buckets/features/FeatureEdits.ts"
import type { Performed, PlannedItem, WorkKind } from "#services/platform/work/WorkKind.ts"
import { WorkRecords } from "#services/platform/work/WorkRecords.ts"

export const bucketCreation = "bucket_creation"

const Params = Schema.Struct({
  context_id: Schema.String,
  listing_key: Schema.String,
  name: BucketName,
  object_lock: Schema.Boolean,
  features: FeatureValues,
  sources: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  accept_losses: Schema.optionalKey(AcceptedLosses)
})
export type CreationParams = typeof Params.Type

const Target = Schema.Struct({ feature: Schema.NullOr(FeatureName) })
type Target = typeof Target.Type
/** Marks the first attempt: a bucket found by a later one is its own. */
const Notes = Schema.Struct({ begun: Schema.Literal(true) })

export const creationKind = Effect.gen(function* () {
  const buckets = yield* Buckets
  const created = yield* bucketCreationTime
  const edits = yield* FeatureEdits
  const contexts = yield* ExecutionContexts
  const records = yield* WorkRecords

  const done = (result: Performed<null>["result"]): Performed<null> => ({ outcome: "completed", result, inverse: null })

  const kind: WorkKind<CreationParams, Target, typeof Notes.Type, null> = {
    name: bucketCreation,
    scope: "manager",
    listing: ({ listing_key }) => listing_key,
    params: Params,
    target: Target,
    notes: Notes,
    inverse: Schema.Null,
    exclusionKey: ({ listing_key, name }) => `${bucketCreation} ${listing_key} ${name}`,
    maxConcurrency: 1,

    plan: Effect.fn("Creation.plan")(({ features, name }: CreationParams) => {
      const requestedFeatures = featureNames.filter((feature) => features[feature] !== undefined)
      const items: ReadonlyArray<PlannedItem<Target>> = [
        {
          key: "bucket",
          label: "The bucket",
          detail: name,
          before: "",
          after: "created",
          sort: "bucket",
          phase: 1,
          target: { feature: null }
        },
        ...requestedFeatures.map(
          (feature): PlannedItem<Target> => ({
            key: feature,
            label: featureOf(feature).label,
            detail: name,
            before: "",
            after: "set",
            sort: "feature",
            phase: 2,
            target: { feature }
          })
        )
      ]
      return Effect.succeed({ title: `Create ${name}`, warnings: [], excluded: [], items: Stream.fromIterable(items) })
    }),

    perform: Effect.fn("Creation.perform")(function* ({
      caller,
      note,
      notes,
      params: { accept_losses, features, listing_key, name, object_lock, sources },
      runId,
      target: { feature }
    }) {
      const context = yield* contexts.forListing(listing_key)
      if (feature === null) {
        if (notes !== null && Option.isSome(yield* created(context, name))) return done({ created: name })
        yield* note({ begun: true })
        yield* buckets.create(caller, context, { name, objectLock: object_lock })
        return done({ created: name })
      }
      const {
        items: [bucket]
      } = yield* records.items(runId, { limit: 1 })
      if (bucket?.state !== "completed")
        return { outcome: "skipped" as const, why: "The bucket was not created", result: {}, inverse: null }
      const value = yield* decodedValue(featureOf(feature), features[feature] ?? null)
      const source = sources?.[feature]
      yield* edits.edit(caller, context, name, feature, {
        value,
        version: null,
        identity: "",
        origin: "create",
        consent: { despite_tests: true, accept_losses },
        ...(source === undefined ? {} : { source })
      })
      return done({ set: feature })
    }),

    undo: () => Effect.void
  }
  return kind
})
