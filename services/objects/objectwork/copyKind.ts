import { Effect, Schema, Semaphore, Stream } from "effect"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { CopyLoss } from "#domain/objects/CopyProperties.ts"
import { conflictChoices, copyFault } from "#domain/objects/objectwork/ObjectCopy.ts"
import {
  noSelection,
  Portion,
  portionName,
  portionsOf,
  Selection,
  selectionName
} from "#domain/objects/objectwork/Selection.ts"
import { added, nothingDone, ObjectFailure, initialSweep, swept, SweepState } from "#domain/objects/objectwork/Sweep.ts"
import { BucketContents } from "#services/buckets/emptying/BucketContents.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { MultipartStore } from "#services/objects/MultipartStore.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { deleteKeys } from "#services/objects/deleteKeys.ts"
import { objectKind } from "./objectKind.ts"
import { restoreSources } from "./restoreSources.ts"
import { copyBatch } from "./copyBatch.ts"
import { CopiedKeys } from "./CopiedKeys.ts"
import { Decided } from "./copyDecisions.ts"
import type { FactsAt } from "./factsAt.ts"
import { type ListedObject, readPortion } from "./readPortion.ts"
import { sameBucket, sameGateway } from "./sameBucket.ts"
import { sweep } from "./sweep.ts"
import { sweptOutcome } from "./sweptOutcome.ts"
import { removeCopies, unconfirmedCopies } from "./removeCopies.ts"

export const objectCopy = "object_copy"

const Params = Schema.Struct({
  context_id: Schema.String,
  listing_key: Schema.String,
  bucket: ExistingBucketName,
  selection: Selection,
  base: Schema.String,
  target: Schema.Struct({
    context_id: Schema.String,
    listing_key: Schema.String,
    bucket: ExistingBucketName,
    prefix: Schema.String
  }),
  move: Schema.Boolean,
  on_conflict: Schema.Literals(conflictChoices),
  renamed: Schema.NullOr(Schema.Struct({ from: Schema.String, to: Schema.String })),
  planned_at: Schema.optionalKey(Schema.String),
  accept_losses: Schema.optionalKey(Schema.Array(CopyLoss))
})
export type CopyParams = typeof Params.Type

const Begun = Schema.Struct({
  end: Schema.String,
  objects: Schema.Array(Decided),
  skipped: Schema.Int,
  failures: Schema.Array(ObjectFailure)
})
type Begun = typeof Begun.Type

const Upload = Schema.Struct({ key: Schema.String, upload_id: Schema.String })

/** `decided`: batch in progress; `next`: the one after it. A successor verifies both first. */
const Notes = Schema.Struct({
  state: SweepState,
  decided: Schema.NullOr(Begun),
  next: Schema.optionalKey(Begun),
  /** Open uploads at the target, to be aborted by a successor. */
  uploads: Schema.optionalKey(Schema.Array(Upload)),
  back: Schema.optionalKey(Schema.Array(Upload))
})
type Notes = typeof Notes.Type

/** A page of the listing, limited in bytes for timely pauses; the next batch overlaps. */
const directBatch = { batch: 1_000, batchBytes: 64 * 1024 ** 3 } as const
const overlap = 2
/** Smaller, because progress through this process is stored more often. */
const streamedBatch = { batch: 50, batchBytes: 256 * 1024 ** 2 } as const

const titleOf = ({
  bucket,
  move,
  prefix,
  renamed,
  selection,
  targetBucket
}: {
  readonly bucket: string
  readonly targetBucket: string
  readonly prefix: string
  readonly move: boolean
  readonly selection: Selection
  readonly renamed: CopyParams["renamed"]
}) =>
  renamed === null
    ? `${move ? "Move" : "Copy"} ${selectionName(selection)} from ${bucket} to ${targetBucket}/${prefix}`
    : `Rename ${renamed.from} to ${renamed.to}`

/** Copies and moves of objects and folders, also between gateways. Items are folders, or up to 1,000 named entries. */
export const copyKind = Effect.gen(function* () {
  const [store, details, multipart, remove, pages, contents] = yield* Effect.all([
    ObjectStore,
    ObjectDetailStore,
    MultipartStore,
    deleteKeys,
    BucketPages,
    BucketContents
  ])
  const contexts = yield* ExecutionContexts
  const records = yield* CopiedKeys
  const [takenBack, sourcesBack] = yield* Effect.all([removeCopies, restoreSources])
  const kind = yield* objectKind

  return kind<CopyParams, Portion, Notes, Record<never, never>>({
    name: objectCopy,
    params: Params,
    kept: (params) => ({ ...params, selection: noSelection }),
    elsewhere: ({ target }) => target,
    target: Portion,
    notes: Notes,
    inverse: Schema.Struct({}),
    plan: Effect.fn("Copy.plan")(function* ({
      base,
      bucket,
      listing_key,
      move,
      on_conflict,
      renamed,
      selection,
      target
    }) {
      const [from, to] = yield* Effect.all([contexts.forListing(listing_key), contexts.forListing(target.listing_key)])
      const one = yield* sameBucket(store, { context: from, bucket }, { context: to, bucket: target.bucket }, selection)
      const fault = copyFault({ selection, base, prefix: target.prefix, sameBucket: one, move, conflict: on_conflict })
      if (fault !== null)
        return yield* InvalidInput.at(renamed === null ? "payload.target.prefix" : "payload.to", fault)
      const place = `${target.bucket}/${target.prefix}`
      return {
        title: titleOf({ bucket, targetBucket: target.bucket, prefix: target.prefix, move, selection, renamed }),
        warnings: [],
        leftOut: [],
        items: Stream.fromIterable(
          portionsOf(selection).map((portion, index) => ({
            key: String(index + 1),
            label: portionName(portion),
            detail: bucket,
            before: "",
            after: `${move ? "moved" : "copied"} to ${place}`,
            sort: portion._tag === "Folder" ? "folders" : "objects",
            phase: 1,
            target: portion
          }))
        )
      }
    }),

    perform: Effect.fn("Copy.perform")(function* ({ note, notes, params, restWanted, runId, target: portion }) {
      const {
        accept_losses: accepted = [],
        base,
        bucket,
        listing_key,
        move,
        on_conflict,
        planned_at = null,
        target
      } = params
      const [source, targetContext] = yield* Effect.all([
        contexts.forListing(listing_key),
        contexts.forListing(target.listing_key)
      ])
      const direct = sameGateway(source, targetContext)
      const { objectLock } = yield* contents.settings(targetContext.s3, target.bucket)
      const uploads = new Map((notes?.uploads ?? []).map((left) => [left.upload_id, left]))
      const addressOf = ({ key, upload_id }: { readonly key: string; readonly upload_id: string }) => ({
        bucket: target.bucket,
        key,
        gatewayUploadId: upload_id
      })
      const steps = copyBatch(
        { store, details, multipart, remove },
        {
          source,
          bucket,
          target: targetContext,
          targetBucket: target.bucket,
          base,
          prefix: target.prefix,
          move,
          conflict: on_conflict,
          direct,
          objectLock,
          accepted,
          plannedAt: planned_at,
          made: (copies) => records.made(runId, portionName(portion), copies),
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
      let open: ReadonlyArray<Begun> = []
      let state = notes?.state ?? initialSweep
      // batches are stored in order, so that none is skipped
      const [deciding, writing] = [Semaphore.makeUnsafe(1), Semaphore.makeUnsafe(1)]
      // older notes must not overwrite newer ones
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
          yield* multipart.abort(targetContext.s3, addressOf(one))
          uploads.delete(one.upload_id)
        }
        open = [notes?.decided ?? [], notes?.next ?? []].flat()
        for (const left of open) {
          let within = 0
          const tally = yield* steps.goOn(left.objects, (done) => {
            within += done
          })
          reached(
            swept(state, added({ ...nothingDone, skipped: left.skipped, failures: left.failures }, tally), left.end)
          )
          yield* noteIt(counted())
        }
      })

      const work = Effect.andThen(
        resume,
        Effect.suspend(() =>
          sweep(state, {
            read: readPortion({ store, pages }, source.s3, bucket, portion, "current"),
            ...(direct ? { ...directBatch, overlap: on_conflict === "keep_both" ? 1 : overlap } : streamedBatch),
            bytesOf: ({ facts }: ListedObject) => facts?.size ?? 0,
            restWanted,
            each: (batchObjects, tell, { end, through }) =>
              Effect.gen(function* () {
                const { decided: objects, tally } = yield* deciding.withPermit(
                  Effect.gen(function* () {
                    const made = yield* steps.decide(batchObjects)
                    reached(through())
                    open = [
                      ...open,
                      { end, objects: made.decided, skipped: made.tally.skipped, failures: made.tally.failures }
                    ]
                    yield* noteIt(counted())
                    return made
                  })
                )
                const known = new Map(
                  batchObjects.flatMap(
                    ({ facts, key, versionId }): ReadonlyArray<readonly [string, FactsAt]> =>
                      facts === null ? [] : [[`${versionId ?? ""} ${key}`, facts]]
                  )
                )
                const { gone, going, later } = yield* steps.lookedUp(objects, known)
                return [
                  steps.lost(gone, later),
                  yield* steps.copyAll(going, (done, bytes) => tell({ done, bytes }))
                ].reduce(added, tally)
              }),
            note: (now, soFar) =>
              Effect.suspend(() => {
                reached(now)
                return noteIt(soFar.done)
              })
          })
        )
      )
      return { ...(yield* sweptOutcome(work, move ? "cannot be moved" : "cannot be copied")), inverse: {} }
    }),

    leftBehind: () => ({}),
    undo: Effect.fn("Copy.undo")(function* ({ note, notes, params, runId, target: portion }) {
      const {
        bucket,
        move,
        target: { bucket: targetBucket }
      } = params
      const [source, targetContext] = yield* Effect.all([
        contexts.forListing(params.listing_key),
        contexts.forListing(params.target.listing_key)
      ])
      const name = portionName(portion)
      for (const { objects } of [notes?.decided ?? [], notes?.next ?? []].flat()) {
        yield* records.made(
          runId,
          name,
          yield* unconfirmedCopies(
            store,
            { source: source.s3, bucket, there: targetContext.s3, targetBucket, move },
            objects
          )
        )
      }
      const uploads = new Map<string, typeof Upload.Type>()
      const noteIt = Effect.suspend(() =>
        note({ state: initialSweep, decided: null, ...notes, back: [...uploads.values()] })
      )
      for (const { key, upload_id } of notes?.back ?? [])
        yield* multipart.abort(source.s3, { bucket, key, gatewayUploadId: upload_id })
      yield* takenBack(targetContext.s3, targetBucket, {
        runId,
        portion: name,
        goneBack: (copies) =>
          sourcesBack(
            { store, details, multipart, remove },
            {
              source,
              bucket,
              target: targetContext,
              targetBucket,
              direct: sameGateway(source, targetContext),
              accepted: params.accept_losses ?? [],
              uploads: {
                begun: ({ gatewayUploadId, key }) =>
                  Effect.suspend(() => {
                    uploads.set(gatewayUploadId, { key, upload_id: gatewayUploadId })
                    return noteIt
                  }),
                ended: ({ gatewayUploadId }) =>
                  Effect.sync(() => {
                    uploads.delete(gatewayUploadId)
                  })
              }
            },
            copies
          )
      })
    })
  })
})
