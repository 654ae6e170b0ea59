import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { lockReason } from "#domain/objects/ObjectLocks.ts"
import type { ObjectHead } from "#domain/objects/ObjectDetails.ts"
import type { DeletionAct, DeletionPlan, PlannedDeletion } from "#domain/objects/objectwork/ObjectPlans.ts"
import type { ContentsSettings } from "#services/buckets/emptying/BucketContents.ts"
import type { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import type { ObjectStore } from "#services/objects/ObjectStore.ts"
import { factsAt } from "./factsAt.ts"
import { sampler } from "./planSamples.ts"
import type { ListedObject } from "./readPortion.ts"

type Counts = Omit<DeletionPlan, "planned_at" | "sample" | "versioning" | "object_lock">
type Failure = InvalidInput | NotFound | GatewayFailure

const MAX_LOCK_READS = 10_000
const MAX_CONCURRENT_READS = 8

interface Around {
  readonly store: ObjectStore["Service"]
  readonly details: ObjectDetailStore["Service"]
  readonly target: S3Target
  readonly bucket: string
  readonly settings: Pick<ContentsSettings, "versioning" | "objectLock">
  readonly bypassGovernance: boolean
  /** Epoch milliseconds; earlier locks have expired. */
  readonly now: number
}

interface Seen {
  readonly key: string
  readonly versionId: string | null
  readonly isMarker: boolean
  readonly isCurrent: boolean
  readonly size: number
  readonly modifiedAt: string | null
  readonly head: ObjectHead | null
}

export const plannedDeletions = ({ bucket, bypassGovernance, details, now, settings, store, target }: Around) => {
  const counts = { objects: 0, versions: 0, markers: 0, bytes: 0, locked: 0, locks_looked_at: 0, missing: 0 }
  const samples = sampler<DeletionAct, PlannedDeletion>()
  const currentFacts = factsAt(store, target, bucket)
  let newest = 0

  /** Null when missing. Delete markers answer that they cannot be read. */
  const namedVersion = (key: string, versionId: string): Effect.Effect<Seen | null, Failure> =>
    Effect.matchEffect(details.head(target, { bucket, key, versionId }, null), {
      onSuccess: (head): Effect.Effect<Seen | null, Failure> =>
        Effect.succeed({
          key,
          versionId,
          isMarker: false,
          isCurrent: false,
          size: head.size_bytes,
          modifiedAt: head.modified_at,
          head
        }),
      onFailure: (error): Effect.Effect<Seen | null, Failure> => {
        if (error._tag === "NotFound") return Effect.succeed(null)
        // SSE-C: exists, without details
        if (error._tag === "InvalidInput")
          return Effect.succeed({
            key,
            versionId,
            isMarker: false,
            isCurrent: false,
            size: 0,
            modifiedAt: null,
            head: null
          })
        return error._tag === "StorageError" && error.storage_status === 405
          ? Effect.succeed({ key, versionId, isMarker: true, isCurrent: false, size: 0, modifiedAt: null, head: null })
          : Effect.fail(error)
      }
    })

  const entriesOf = Effect.fnUntraced(function* (portionObjects: ReadonlyArray<ListedObject>) {
    const current = yield* currentFacts(
      portionObjects.flatMap(({ facts, key, versionId }) => (facts === null && versionId === null ? [key] : []))
    )
    return yield* Effect.forEach(
      portionObjects,
      ({
        facts,
        isMarker,
        key,
        versionId
      }): Effect.Effect<
        { readonly key: string; readonly versionId: string | null; readonly entry: Seen | null },
        Failure
      > => {
        if (facts !== null)
          return Effect.succeed({
            key,
            versionId,
            entry: {
              key,
              versionId,
              isMarker,
              isCurrent: facts.isLatest,
              size: facts.size,
              modifiedAt: facts.modifiedAt,
              head: null
            }
          })
        if (versionId !== null) return Effect.map(namedVersion(key, versionId), (entry) => ({ key, versionId, entry }))
        const currentObject = current.get(key)
        return Effect.succeed({
          key,
          versionId,
          entry:
            currentObject === undefined
              ? null
              : {
                  key,
                  versionId,
                  isMarker: false,
                  isCurrent: true,
                  size: currentObject.size,
                  modifiedAt: currentObject.modifiedAt,
                  head: null
                }
        })
      },
      { concurrency: MAX_CONCURRENT_READS }
    )
  })

  const lockOf = Effect.fnUntraced(function* ({ head, isMarker, key, versionId }: Seen) {
    if (isMarker || versionId === null || settings.objectLock !== true || counts.locks_looked_at >= MAX_LOCK_READS)
      return null
    counts.locks_looked_at++
    const looked =
      head ?? (yield* Effect.orElseSucceed(details.head(target, { bucket, key, versionId }, null), () => null))
    if (looked === null || (bypassGovernance && looked.lock.mode === "governance" && !looked.lock.legal_hold))
      return null
    return lockReason(looked.lock, now)
  })

  const look = Effect.fnUntraced(function* (portionObjects: ReadonlyArray<ListedObject>) {
    const entries = yield* Effect.forEach(
      yield* entriesOf(portionObjects),
      (one) =>
        Effect.map(one.entry === null ? Effect.succeed(null) : lockOf(one.entry), (reason) => ({ ...one, reason })),
      { concurrency: MAX_CONCURRENT_READS }
    )
    for (const { entry, key, reason, versionId } of entries) {
      const note = (act: DeletionAct) =>
        samples.add(act, {
          key,
          version_id: versionId,
          act,
          is_delete_marker: entry?.isMarker ?? false,
          size_bytes: entry?.size ?? 0,
          reason
        })
      if (entry === null) {
        counts.missing++
        note("missing")
        continue
      }
      if (entry.isMarker) counts.markers++
      else if (entry.isCurrent) counts.objects++
      else counts.versions++
      counts.bytes += entry.size
      newest = Math.max(newest, Date.parse(entry.modifiedAt ?? "") || 0)
      if (reason !== null) counts.locked++
      note(
        reason !== null
          ? "locked"
          : versionId === null && settings.versioning !== null && settings.versioning !== "off"
            ? "hide"
            : "delete"
      )
    }
  })

  return { look, counts: (): Counts => ({ ...counts }), sample: samples.all, newest: () => newest }
}
