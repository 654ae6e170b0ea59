import { Context, DateTime, Effect, Layer, type Schema } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Conflict, type GatewayFailure, InvalidInput, type NotFound } from "#domain/platform/errors/Errors.ts"
import { decodeInput } from "#domain/platform/errors/decodeInput.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import { editFaults, unknownWarnings } from "#domain/buckets/features/editFaults.ts"
import type { FeaturePlace } from "#domain/buckets/features/Feature.ts"
import type { ChangeQuery } from "#domain/buckets/features/FeatureHistory.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import type {
  FeatureChange,
  FeatureCheck,
  FeatureReading,
  FeatureSaved
} from "#domain/buckets/features/FeatureReading.ts"
import { type AnyFeature, featureOf, features } from "#domain/buckets/features/features.ts"
import { readingOf, unreadFeature } from "#domain/buckets/features/readingOf.ts"
import type { CursorPage } from "#domain/platform/Cursor.ts"
import { recordCreation } from "./recordCreation.ts"
import { FeatureChanges } from "./FeatureChanges.ts"
import { type FeatureEditResult, FeatureEdits } from "./FeatureEdits.ts"
import type { EditConsent } from "./FeatureGuard.ts"
import { FeatureStore } from "./FeatureStore.ts"
import { bucketIdentity, featureVersion } from "./featureVersion.ts"

export type SentValue = Readonly<Record<string, Schema.Json>> | null

type Failure = NotFound | GatewayFailure
type Refused = InvalidInput | Conflict | Failure

const together = 6

export const featurePlace = (context: ResolvedContext, bucket: string): FeaturePlace => ({
  bucket,
  dialect: dialectOf(context.s3.url)
})

export const decodedValue = Effect.fnUntraced(function* (feature: AnyFeature, sent: SentValue) {
  if (sent === null) return null
  return yield* decodeInput(feature.schema, sent, "payload").pipe(
    Effect.mapError(
      ({ issues }) =>
        new InvalidInput({
          issues: issues.map(({ message, path: [root = "payload", ...rest] }) => ({
            message,
            path: [root, "value", ...rest]
          }))
        })
    )
  )
})

export class BucketFeatures extends Context.Service<
  BucketFeatures,
  {
    readonly all: (context: ResolvedContext, bucket: string) => Effect.Effect<ReadonlyArray<FeatureReading>, Failure>
    /** Only a missing bucket fails; an unreadable feature is an unavailable reading. */
    readonly read: (
      context: ResolvedContext,
      bucket: string,
      feature: FeatureName
    ) => Effect.Effect<FeatureReading, Failure>
    readonly check: (
      context: ResolvedContext,
      bucket: string,
      feature: FeatureName,
      value: SentValue
    ) => Effect.Effect<FeatureCheck, InvalidInput | Failure>
    /** `version`: base of the edit; another current one is `stale_plan`. Null removes the feature. */
    readonly change: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      feature: FeatureName,
      value: SentValue,
      edit: EditConsent & { readonly version: string }
    ) => Effect.Effect<FeatureSaved, Refused>
    readonly history: (
      context: ResolvedContext,
      bucket: string,
      query: ChangeQuery
    ) => Effect.Effect<CursorPage<FeatureChange>>
    /** Restores the previous document byte for byte; `stale_plan` when it changed since. */
    readonly undo: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      changeId: number
    ) => Effect.Effect<FeatureSaved, Refused>
  }
>()("stowage/services/buckets/features/BucketFeatures") {
  static readonly layer = Layer.effect(
    BucketFeatures,
    Effect.gen(function* () {
      const store = yield* FeatureStore
      const edits = yield* FeatureEdits
      const changes = yield* FeatureChanges
      const identityOf = yield* bucketIdentity
      const createdAtOf = yield* recordCreation

      const readFeature = Effect.fnUntraced(function* (
        feature: AnyFeature,
        place: FeaturePlace,
        stored: string | null,
        identity: string
      ) {
        const now = DateTime.formatIso(yield* DateTime.now)
        return readingOf(feature, place, stored, yield* featureVersion(identity, stored), now)
      })

      const readIn = (context: ResolvedContext, bucket: string, feature: AnyFeature, identity: string) => {
        const place = featurePlace(context, bucket)
        return store.read(context, bucket, feature.name).pipe(
          Effect.flatMap((stored) => readFeature(feature, place, stored, identity)),
          Effect.catchTags({
            StorageError: (error) =>
              Effect.map(DateTime.now, (now) => unreadFeature(feature, place, error, DateTime.formatIso(now))),
            StorageTimeout: (error) =>
              Effect.map(DateTime.now, (now) => unreadFeature(feature, place, error, DateTime.formatIso(now))),
            Unavailable: (error) =>
              Effect.map(DateTime.now, (now) => unreadFeature(feature, place, error, DateTime.formatIso(now)))
          })
        )
      }

      const all = Effect.fn("BucketFeatures.all")(function* (context: ResolvedContext, bucket: string) {
        const identity = yield* identityOf(context, bucket)
        return yield* Effect.forEach(features, (feature) => readIn(context, bucket, feature, identity), {
          concurrency: together
        })
      })

      const read = Effect.fn("BucketFeatures.read")(function* (
        context: ResolvedContext,
        bucket: string,
        name: FeatureName
      ) {
        return yield* readIn(context, bucket, featureOf(name), yield* identityOf(context, bucket))
      })

      const check = Effect.fn("BucketFeatures.check")(function* (
        context: ResolvedContext,
        bucket: string,
        name: FeatureName,
        sent: SentValue
      ) {
        const feature = featureOf(name)
        const place = featurePlace(context, bucket)
        const value = yield* decodedValue(feature, sent)
        yield* identityOf(context, bucket)
        const before = yield* store.read(context, bucket, name)
        const faults = editFaults(feature, value, place, before)
        const warnings = [...feature.warnings(value, place), ...unknownWarnings(feature, before, value === null)]
        const answer: FeatureCheck = {
          faults,
          warnings,
          summary: feature.summary(value),
          before,
          after: faults.length > 0 ? null : feature.express(value, before)
        }
        return answer
      })

      const saved = Effect.fnUntraced(function* (
        context: ResolvedContext,
        bucket: string,
        name: FeatureName,
        identity: string,
        { changeId, stored }: FeatureEditResult
      ) {
        const answer: FeatureSaved = {
          reading: yield* readFeature(featureOf(name), featurePlace(context, bucket), stored, identity),
          change_id: changeId
        }
        return answer
      })

      const change = Effect.fn("BucketFeatures.change")(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string,
        name: FeatureName,
        sent: SentValue,
        { version, ...consent }: EditConsent & { readonly version: string }
      ) {
        const value = yield* decodedValue(featureOf(name), sent)
        const identity = yield* identityOf(context, bucket)
        return yield* saved(
          context,
          bucket,
          name,
          identity,
          yield* edits.edit(caller, context, bucket, name, {
            value,
            version,
            identity,
            origin: "edit",
            consent
          })
        )
      })

      const undo = Effect.fn("BucketFeatures.undo")(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string,
        changeId: number
      ) {
        const change = yield* changes.find(context.listingKey, bucket, changeId)
        if (change.undone_by !== null)
          return yield* new Conflict({ code: "state_conflict", detail: "This change was undone already" })
        const identity = yield* identityOf(context, bucket)
        return yield* saved(
          context,
          bucket,
          change.feature,
          identity,
          yield* edits.putBack(caller, context, bucket, change, changeId)
        )
      })

      /** Reads the history also of a deleted bucket, or when the gateway does not answer. */
      const readExposure = (context: ResolvedContext, bucket: string) =>
        identityOf(context, bucket).pipe(
          Effect.flatMap((identity) => createdAtOf(context, bucket, identity)),
          Effect.catchTags({
            NotFound: () => Effect.succeed(null),
            StorageError: () => createdAtOf(context, bucket, ""),
            StorageTimeout: () => createdAtOf(context, bucket, ""),
            Unavailable: () => createdAtOf(context, bucket, "")
          })
        )

      return BucketFeatures.of({
        all,
        read,
        check,
        change,
        undo,
        history: Effect.fn("BucketFeatures.history")(function* (
          context: ResolvedContext,
          bucket: string,
          query: ChangeQuery
        ) {
          return yield* changes.page(context.listingKey, bucket, yield* readExposure(context, bucket), query)
        })
      })
    })
  )
}
