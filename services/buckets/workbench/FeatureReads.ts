import { Clock, Context, DateTime, Effect, Layer, Result } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { listingKeyOf } from "#domain/accounts/contexts/listingOwner.ts"
import { settingKinds } from "#domain/buckets/changes/BucketChange.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import { type ReadFeature, readFeature, readValue, unreadCell } from "#domain/buckets/features/readFeature.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { Unavailable } from "#domain/platform/errors/Errors.ts"
import { LiveEvent } from "#domain/platform/LiveEvent.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { type DocumentRead, FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { BucketMetadata } from "./BucketMetadata.ts"
import { type BucketReading, FeatureRecords, type PendingBucket } from "./FeatureRecords.ts"

const BUCKETS_PER_BATCH = 200
const MAX_CONCURRENT_READS = 8

interface Source {
  readonly admin: AdminTarget | null
  readonly resolved: ResolvedContext | null
  readonly endpointId: number | null
}

const noSource: Source = { admin: null, resolved: null, endpointId: null }
interface ReadPart {
  readonly cell: ReadFeature
  readonly document?: string | null
}

const isSetting = (name: FeatureName): boolean => settingKinds.some((kind) => kind === name)

export class FeatureReads extends Context.Service<
  FeatureReads,
  {
    /** Missing and outdated features. `names` null: all buckets. `withDocuments`: also features without a document. */
    readonly features: (
      scope: WorkbenchScope,
      features: ReadonlyArray<FeatureName>,
      names: ReadonlyArray<string> | null,
      withDocuments?: boolean
    ) => Effect.Effect<void>
    /** In the order of `features`, as S3 returns them, independent of the owner. */
    readonly documents: (
      scope: WorkbenchScope,
      buckets: ReadonlyArray<PendingBucket>,
      features: ReadonlyArray<FeatureName>
    ) => Effect.Effect<ReadonlyArray<ReadonlyArray<DocumentRead>>>
    readonly expire: (scope: WorkbenchScope) => Effect.Effect<void>
  }
>()("stowage/services/buckets/workbench/FeatureReads") {
  static readonly layer = Layer.effect(
    FeatureReads,
    Effect.gen(function* () {
      const records = yield* FeatureRecords
      const metadata = yield* BucketMetadata
      const store = yield* FeatureStore
      const contexts = yield* ExecutionContexts
      const live = yield* LiveEvents

      const contextOf = (key: string) =>
        Effect.match(contexts.forListing(key), { onFailure: () => null, onSuccess: (context) => context })

      const sourcesOf = Effect.fnUntraced(function* (scope: WorkbenchScope) {
        const sources = new Map<string, Source>()
        for (const { context_id, endpoint_id, key, resolved } of scope.contexts) {
          const admin = resolved === null ? ((yield* contextOf(key))?.admin ?? null) : resolved.admin
          sources.set(context_id, { admin, resolved, endpointId: endpoint_id })
        }
        return sources
      })

      const fromMetadata = Effect.fnUntraced(function* ({ admin }: Source, bucket: PendingBucket) {
        const { bucket_id } = bucket
        if (admin === null || bucket_id === null) return new Map<FeatureName, unknown>()
        // refused or unreadable: S3 reads the features
        const values = yield* Effect.result(metadata.features(admin, { ...bucket, bucket_id }))
        return Result.isFailure(values) ? new Map<FeatureName, unknown>() : values.success
      })

      const ownerContext = ({ endpointId, resolved }: Source, { owner }: PendingBucket) =>
        resolved !== null || endpointId === null || owner === null
          ? Effect.succeed(resolved)
          : contextOf(listingKeyOf(endpointId, owner))

      const fromStore = Effect.fnUntraced(function* (
        source: Source,
        bucket: PendingBucket,
        features: ReadonlyArray<FeatureName>
      ): Effect.fn.Return<ReadonlyArray<DocumentRead> | string> {
        if (features.length === 0) return []
        return yield* Effect.gen(function* () {
          const context = yield* ownerContext(source, bucket)
          return context === null
            ? "The bucket metadata does not contain it, and no key of the owner is registered"
            : yield* store.readSome(context, bucket.name, features)
        }).pipe(
          // one key that cannot be opened must not fail the page of all owners
          Effect.catchDefect((defect) =>
            Effect.as(
              Effect.logWarning("Features of a bucket could not be read", defect),
              "The key of the owner could not be used"
            )
          )
        )
      })

      const readBucket = Effect.fnUntraced(function* (
        source: Source,
        bucket: PendingBucket,
        features: ReadonlyArray<FeatureName>
      ) {
        const values = yield* fromMetadata(source, bucket)
        const missing = features.filter((name) => !values.has(name))
        const storedReads = yield* fromStore(source, bucket, missing)
        const at = yield* Clock.currentTimeMillis
        const unread = (name: FeatureName, detail: string): ReadPart => {
          // absent attributes are not set: a missing one could not be decoded
          const code = values.size > 0 && isSetting(name) ? "UndecodableAttribute" : null
          const problem = { code: "unavailable", detail, storage_code: code, storage_status: null } as const
          return { cell: unreadCell({ ...problem, at: DateTime.formatIso(DateTime.makeUnsafe(at)) }) }
        }
        const storePart = (name: FeatureName, index: number): ReadPart => {
          if (typeof storedReads === "string") return unread(name, storedReads)
          const read = storedReads[index] ?? Result.succeed(null)
          const cell = readFeature(featureOf(name), read, at)
          return isSetting(name) && Result.isSuccess(read) && cell.state !== "unavailable"
            ? { cell, document: read.success }
            : { cell }
        }
        const metadataPart = (name: FeatureName, value: unknown): ReadPart => {
          const feature = featureOf(name)
          const cell = readValue(feature, value)
          return isSetting(name) ? { cell, document: feature.express(value, null) } : { cell }
        }
        const parts = [
          ...Array.from(values, ([name, value]) => [name, metadataPart(name, value)] as const),
          ...missing.map((name, index) => [name, storePart(name, index)] as const)
        ]
        const reading: BucketReading = {
          ...bucket,
          features: new Map(parts.map(([name, { cell }]) => [name, cell])),
          documents: new Map(
            parts.flatMap(([name, { document }]) => (document === undefined ? [] : [[name, document]]))
          )
        }
        return reading
      })

      const announce = (places: Iterable<string>) =>
        Effect.forEach(new Set(places), (place) => live.publish(LiveEvent.cases.WorkbenchChanged.make({ place })), {
          discard: true
        })

      const features = Effect.fn("FeatureReads.features")(function* (
        scope: WorkbenchScope,
        featureNames: ReadonlyArray<FeatureName>,
        names: ReadonlyArray<string> | null,
        withDocuments = false
      ) {
        if (featureNames.length === 0) return
        const sources = yield* sourcesOf(scope)
        const attempted = new Set<string>()
        for (;;) {
          const pending = yield* records.pending(scope, featureNames, names, BUCKETS_PER_BATCH, withDocuments)
          const batch = [...new Map(pending.map((bucket) => [idOf(bucket), bucket])).values()].filter(
            (bucket) => !attempted.has(idOf(bucket))
          )
          if (batch.length === 0) return
          for (const bucket of batch) attempted.add(idOf(bucket))
          const readings = yield* Effect.forEach(
            batch,
            (bucket) => readBucket(sources.get(bucket.context_id) ?? noSource, bucket, featureNames),
            { concurrency: MAX_CONCURRENT_READS }
          )
          yield* records.write(readings)
          yield* announce(readings.map(({ place }) => place))
        }
      })

      const documentsOf = Effect.fnUntraced(function* (
        source: Source,
        bucket: PendingBucket,
        featureNames: ReadonlyArray<FeatureName>
      ) {
        const values = yield* fromMetadata(source, bucket)
        const missing = featureNames.filter((name) => !values.has(name))
        const storedReads = yield* fromStore(source, bucket, missing)
        return featureNames.map((name): DocumentRead => {
          if (values.has(name)) return Result.succeed(featureOf(name).express(values.get(name), null))
          return typeof storedReads === "string"
            ? Result.fail(new Unavailable({ detail: storedReads, retry_after_seconds: 60 }))
            : (storedReads[missing.indexOf(name)] ?? Result.succeed(null))
        })
      })

      const documents = Effect.fn("FeatureReads.documents")(function* (
        scope: WorkbenchScope,
        buckets: ReadonlyArray<PendingBucket>,
        featureNames: ReadonlyArray<FeatureName>
      ) {
        if (buckets.length === 0) return []
        const sources = yield* sourcesOf(scope)
        return yield* Effect.forEach(
          buckets,
          (bucket) => documentsOf(sources.get(bucket.context_id) ?? noSource, bucket, featureNames),
          { concurrency: MAX_CONCURRENT_READS }
        )
      })

      return FeatureReads.of({ features, documents, expire: records.expire })
    })
  )
}

const idOf = ({ name, place, tenant }: PendingBucket): string => JSON.stringify([place, tenant, name])
