import { Duration, Effect, Ref, Result } from "effect"
import { type ListedEntry, pairsByKey } from "#domain/objects/comparison/compareEntries.ts"
import type { CopyOrder } from "#domain/objects/CopyProperties.ts"
import { keyFault } from "#domain/objects/keyFault.ts"
import { keyVersions, type KeyVersions, versionsToWrite } from "#domain/objects/migrations/versionPlan.ts"
import {
  addTallies,
  initialSweep,
  emptyTally,
  type ObjectFailure,
  advanceSweep,
  type SweepState,
  type Tally
} from "#domain/objects/objectwork/Sweep.ts"
import type { DomainError } from "#domain/platform/errors/Errors.ts"
import type { WorkItemProgress } from "#domain/platform/work/WorkRun.ts"
import { BucketContents } from "#services/buckets/emptying/BucketContents.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { MultipartStore } from "#services/objects/MultipartStore.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { ObjectRelay } from "#services/objects/ObjectRelay.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { VersionStore } from "#services/objects/VersionStore.ts"
import { TransferRate } from "#services/platform/TransferRate.ts"
import type { ResolvedSides } from "../comparison/comparisonSides.ts"
import { entriesOfKey, mergedListings } from "../comparison/listedEntries.ts"
import { errorCodeAndReason, isGatewayOutage } from "../objectwork/copyBatch.ts"
import type { CopyCheckpoint } from "../objectwork/copyPortion.ts"
import { isObjectFailure, isUnreachable } from "../objectwork/objectFailure.ts"
import { sameGateway } from "../objectwork/sameBucket.ts"
import { streamedCopy } from "../objectwork/streamedCopy.ts"
import { canPreserveVersionIds, type VersionIdWriter } from "./canPreserveVersionIds.ts"
import type { MigrationWork } from "./migrationWork.ts"

const CONCURRENT_KEYS = 16
const REQUESTS_PER_DIRECT_COPY = 3
/** Before the versions at the target are read again, after a call with unknown outcome. */
const RETRY_PAUSES = [Duration.millis(200), Duration.seconds(1), Duration.seconds(4)]

interface VersionOrder {
  readonly notes: CopyCheckpoint | null
  readonly label: string
  readonly note: (notes: CopyCheckpoint, progress: WorkItemProgress) => Effect.Effect<void>
}

/** Keeps the order of versions: a failed one ends its key, so that no later one takes its place. Null to rest. */
export const copyVersions = Effect.gen(function* () {
  const [store, details, pages] = yield* Effect.all([ObjectStore, ObjectDetailStore, BucketPages])
  const [multipart, versions, contents] = yield* Effect.all([MultipartStore, VersionStore, BucketContents])
  const relay = yield* ObjectRelay
  const keepIds = yield* canPreserveVersionIds

  return Effect.fnUntraced(function* (
    { params: { draft }, isPauseRequested }: Pick<MigrationWork, "params" | "isPauseRequested">,
    resolved: ResolvedSides,
    { label, note, notes }: VersionOrder
  ) {
    const { source, target } = resolved
    const rate = yield* TransferRate
    const isSameGateway = draft.use_same_endpoint_copy !== false && sameGateway(source.context, target.context)
    // the target's credentials may not know the source: learned from the first refusal
    const direct = yield* Ref.make(isSameGateway)
    let writer: VersionIdWriter | null = null
    const { objectLock } = yield* contents.settings(target.context.s3, target.bucket)
    const order: CopyOrder = { sameGateway: isSameGateway, objectLock, accepted: draft.accept_losses ?? [] }
    let state: SweepState = notes?.state ?? initialSweep
    const uploads = new Map((notes?.uploads ?? []).map((one) => [one.upload_id, one]))
    for (const { key, upload_id } of [...uploads.values()]) {
      yield* multipart.abort(target.context.s3, { bucket: target.bucket, key, gatewayUploadId: upload_id })
      uploads.delete(upload_id)
    }
    const noteIt = Effect.suspend(() =>
      note(
        { state, decided: null, uploads: [...uploads.values()] },
        { done: state.done + state.failed, total: null, unit: "objects", note: label }
      )
    )
    const knownUploads = {
      begun: ({ gatewayUploadId, key }: { readonly gatewayUploadId: string; readonly key: string }) =>
        Effect.suspend(() => {
          uploads.set(gatewayUploadId, { key, upload_id: gatewayUploadId })
          return noteIt
        }),
      ended: ({ gatewayUploadId }: { readonly gatewayUploadId: string }) =>
        Effect.sync(() => {
          uploads.delete(gatewayUploadId)
        })
    }
    const streamed = streamedCopy({ store, details, multipart, relay }, knownUploads, order)

    const copyOne = Effect.fnUntraced(function* (version: ListedEntry): Effect.fn.Return<void, DomainError> {
      const { key } = version
      const s3 = writer?.targetFor(version.versionId) ?? target.context.s3
      if (version.isMarker) return yield* Effect.asVoid(versions.hide(s3, target.bucket, key))
      const from = {
        bucket: source.bucket,
        key,
        versionId: version.versionId,
        etag: version.etag,
        sizeBytes: version.size,
        storageClass: version.storageClass ?? "STANDARD"
      }
      if ((yield* Ref.get(direct)) && writer?.copiesDirectly !== false) {
        yield* rate.requests(REQUESTS_PER_DIRECT_COPY)
        yield* rate.bytes(version.size)
        const [outcome] = yield* details.copyTo(
          { ...order, source: source.context.s3, target: s3, bucket: target.bucket },
          [{ from, to: key }]
        )
        if (outcome === undefined || Result.isSuccess(outcome)) return
        const error = outcome.failure
        const isHidden =
          source.context.listingKey !== target.context.listingKey &&
          (error._tag === "NotFound" || (error._tag === "StorageError" && error.storage_status === 403))
        if (!isHidden) return yield* Effect.fail(error)
        yield* Ref.set(direct, false)
      }
      const to = { s3, bucket: target.bucket, key }
      yield* streamed(source.context.s3, from, to, () => undefined)
    })

    const sides = [source, target].map(({ bucket, context }) => ({ s3: context.s3, bucket }))

    const writeAll = Effect.fnUntraced(function* (keyVersions: KeyVersions) {
      let tally: Tally = emptyTally
      for (const version of versionsToWrite(keyVersions)) {
        const outcome = yield* Effect.result(copyOne(version))
        if (Result.isFailure(outcome)) return { tally, failed: { version, error: outcome.failure } }
        tally = addTallies(tally, { ...emptyTally, done: 1, bytes: version.size })
      }
      return { tally, failed: null }
    })

    const copyKey = Effect.fnUntraced(function* (first: KeyVersions) {
      const fault = first.source.length === 0 ? null : keyFault(first.key)
      const failureOf = (version_id: string | null, error: Pick<ObjectFailure, "code" | "reason">): Tally => ({
        ...emptyTally,
        failures: [{ key: first.key, version_id, ...error }]
      })
      if (fault !== null) return failureOf(null, { code: "InvalidKey", reason: fault })
      let keyVersions = first
      let total: Tally = emptyTally
      for (let attempt = 0; ; attempt++) {
        const { failed, tally } = yield* writeAll(keyVersions)
        total = addTallies(total, tally)
        if (failed === null) return total
        const { error, version } = failed
        const pause = isGatewayOutage(error) ? RETRY_PAUSES[attempt] : undefined
        if (pause === undefined) {
          if (isUnreachable(error) && !(yield* isObjectFailure(store, sides, error))) return yield* Effect.fail(error)
          return addTallies(total, failureOf(version.versionId, errorCodeAndReason(error)))
        }
        yield* Effect.sleep(pause)
        keyVersions = {
          ...keyVersions,
          target: (yield* entriesOfKey({ store, pages }, target, keyVersions.key)).toReversed()
        }
      }
    })

    const next = mergedListings({ store, pages }, resolved, true, state.after)
    for (;;) {
      if (yield* isPauseRequested) return null
      const pairs = yield* next
      if (pairs === null) return state
      const keys = pairsByKey(pairs).map(keyVersions)
      // each page anew: a quota or a suspension ends it
      writer = (yield* keepIds(draft, resolved)).writer
      const tallies = yield* Effect.forEach(keys, copyKey, {
        concurrency: CONCURRENT_KEYS
      })
      state = advanceSweep(state, tallies.reduce(addTallies, emptyTally), keys.at(-1)?.key ?? "")
      yield* noteIt
    }
  })
})
