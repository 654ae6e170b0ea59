import { Effect, Schema, Semaphore } from "effect"
import type { Portion } from "#domain/objects/objectwork/Selection.ts"
import {
  addTallies,
  initialSweep,
  emptyTally,
  ObjectFailure,
  advanceSweep,
  SweepState
} from "#domain/objects/objectwork/Sweep.ts"
import type { WorkItemProgress } from "#domain/platform/work/WorkRun.ts"
import { BucketContents } from "#services/buckets/emptying/BucketContents.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { deleteKeys } from "#services/objects/deleteKeys.ts"
import { MultipartStore } from "#services/objects/MultipartStore.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { ObjectRelay } from "#services/objects/ObjectRelay.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { copyBatch, type CopyRoute } from "./copyBatch.ts"
import { CopyDecision } from "./copyDecisions.ts"
import type { FactsAt } from "./factsAt.ts"
import { type ListedObject, readPortion } from "./readPortion.ts"
import { sameGateway } from "./sameBucket.ts"
import { sweep } from "./sweep.ts"

const StartedBatch = Schema.Struct({
  end: Schema.String,
  objects: Schema.Array(CopyDecision),
  skipped: Schema.Int,
  failures: Schema.Array(ObjectFailure)
})
type StartedBatch = typeof StartedBatch.Type

export const OpenUpload = Schema.Struct({ key: Schema.String, upload_id: Schema.String })

/** `decided`: batch in progress; `next`: the one after it. A successor verifies both first. */
export const CopyCheckpoint = Schema.Struct({
  state: SweepState,
  decided: Schema.NullOr(StartedBatch),
  next: Schema.optionalKey(StartedBatch),
  uploads: Schema.optionalKey(Schema.Array(OpenUpload)),
  back: Schema.optionalKey(Schema.Array(OpenUpload))
})
export type CopyCheckpoint = typeof CopyCheckpoint.Type

/** A page of the listing, limited in bytes for timely pauses; the next batch overlaps. */
const directBatch = { batch: 1_000, batchBytes: 64 * 1024 ** 3 } as const
const overlap = 2
/** Fewer bytes: they pass through this process. */
const relayedBatch = { batch: 1_000, batchBytes: 512 * 1024 ** 2 } as const

export interface CopyWork extends Omit<CopyRoute, "direct" | "objectLock" | "uploads"> {
  readonly portion: Portion
  readonly sameEndpointCopy?: boolean
  readonly notes: CopyCheckpoint | null
  readonly note: (notes: CopyCheckpoint, progress: WorkItemProgress) => Effect.Effect<void>
  readonly isPauseRequested: Effect.Effect<boolean>
}

export const copyPortion = Effect.gen(function* () {
  const [store, details, multipart, relay, remove, pages, contents] = yield* Effect.all([
    ObjectStore,
    ObjectDetailStore,
    MultipartStore,
    ObjectRelay,
    deleteKeys,
    BucketPages,
    BucketContents
  ])
  return Effect.fnUntraced(function* ({
    accepted,
    base,
    bucket,
    conflict,
    recordCopies,
    move,
    note,
    notes,
    plannedAt,
    portion,
    prefix,
    isPauseRequested,
    sameEndpointCopy = true,
    source,
    target,
    targetBucket
  }: CopyWork) {
    const direct = sameEndpointCopy && sameGateway(source, target)
    const { objectLock } = yield* contents.settings(target.s3, targetBucket)
    const uploads = new Map((notes?.uploads ?? []).map((left) => [left.upload_id, left]))
    const addressOf = ({ key, upload_id }: { readonly key: string; readonly upload_id: string }) => ({
      bucket: targetBucket,
      key,
      gatewayUploadId: upload_id
    })
    const steps = copyBatch(
      { store, details, multipart, relay, remove },
      {
        source,
        bucket,
        target,
        targetBucket,
        base,
        prefix,
        move,
        conflict,
        direct,
        objectLock,
        accepted,
        plannedAt,
        recordCopies,
        uploads: {
          begun: ({ gatewayUploadId, key }) =>
            Effect.suspend(() => {
              uploads.set(gatewayUploadId, { key, upload_id: gatewayUploadId })
              return noteIt(counted())
            }),
          ended: ({ gatewayUploadId }) =>
            Effect.sync(() => {
              uploads.delete(gatewayUploadId)
            })
        }
      }
    )
    const total = portion._tag === "Named" ? portion.entries.length : null
    let open: ReadonlyArray<StartedBatch> = []
    let state = notes?.state ?? initialSweep
    // batches are stored in order, so that none is skipped
    const [deciding, writing] = [Semaphore.makeUnsafe(1), Semaphore.makeUnsafe(1)]
    const noteIt = (soFar: number) =>
      writing.withPermit(
        Effect.suspend(() => {
          const [decided = null, next] = open
          return note(
            { state, decided, ...(next === undefined ? {} : { next }), uploads: [...uploads.values()] },
            { done: soFar, total, unit: "objects", note: "" }
          )
        })
      )
    const counted = () => state.done + state.skipped + state.failed
    const reached = (now: SweepState) => {
      state = now
      open = open.slice(open.findIndex(({ end }) => end === now.after) + 1)
    }

    const resume = Effect.gen(function* () {
      for (const one of [...uploads.values()]) {
        yield* multipart.abort(target.s3, addressOf(one))
        uploads.delete(one.upload_id)
      }
      open = [notes?.decided ?? [], notes?.next ?? []].flat()
      for (const startedBatch of open) {
        let within = 0
        const tally = yield* steps.goOn(startedBatch.objects, (done) => {
          within += done
        })
        reached(
          advanceSweep(
            state,
            addTallies({ ...emptyTally, skipped: startedBatch.skipped, failures: startedBatch.failures }, tally),
            startedBatch.end
          )
        )
        yield* noteIt(counted())
      }
    })

    const work = Effect.andThen(
      resume,
      Effect.suspend(() =>
        sweep(state, {
          read: readPortion({ store, pages }, source.s3, bucket, portion, "current"),
          ...(direct ? directBatch : relayedBatch),
          overlap: conflict === "keep_both" ? 1 : overlap,
          bytesOf: ({ facts }: ListedObject) => facts?.size ?? 0,
          isPauseRequested,
          each: (batchObjects, report, { end, through }) =>
            Effect.gen(function* () {
              const { decided: objects, tally } = yield* deciding.withPermit(
                Effect.gen(function* () {
                  const decidedBatch = yield* steps.decide(batchObjects)
                  reached(through())
                  open = [
                    ...open,
                    {
                      end,
                      objects: decidedBatch.decided,
                      skipped: decidedBatch.tally.skipped,
                      failures: decidedBatch.tally.failures
                    }
                  ]
                  yield* noteIt(counted())
                  return decidedBatch
                })
              )
              const factsByKey = new Map(
                batchObjects.flatMap(
                  ({ facts, key, versionId }): ReadonlyArray<readonly [string, FactsAt]> =>
                    facts === null ? [] : [[`${versionId ?? ""} ${key}`, facts]]
                )
              )
              const { gone, going, later } = yield* steps.lookedUp(objects, factsByKey)
              return [
                steps.lost(gone, later),
                yield* steps.copyAll(going, (done, bytes) => report({ done, bytes }))
              ].reduce(addTallies, tally)
            }),
          note: (now, soFar) =>
            Effect.suspend(() => {
              reached(now)
              return noteIt(soFar.done)
            })
        })
      )
    )
    return yield* work
  })
})
