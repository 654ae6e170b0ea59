import { Effect, Schema, Stream } from "effect"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { CopyLoss } from "#domain/objects/CopyProperties.ts"
import { conflictChoices, copyFault } from "#domain/objects/objectwork/ObjectCopy.ts"
import {
  noSelection,
  Portion,
  portionName,
  splitSelection,
  Selection,
  selectionName
} from "#domain/objects/objectwork/Selection.ts"
import { initialSweep } from "#domain/objects/objectwork/Sweep.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { MultipartStore } from "#services/objects/MultipartStore.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { ObjectRelay } from "#services/objects/ObjectRelay.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { deleteKeys } from "#services/objects/deleteKeys.ts"
import { objectKind } from "./objectKind.ts"
import { restoreSources } from "./restoreSources.ts"
import { CopyCheckpoint, copyPortion, type OpenUpload } from "./copyPortion.ts"
import { CopiedKeys } from "./CopiedKeys.ts"
import { sameBucket, sameGateway } from "./sameBucket.ts"
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

export const copyKind = Effect.gen(function* () {
  const [store, details, multipart, relay, remove] = yield* Effect.all([
    ObjectStore,
    ObjectDetailStore,
    MultipartStore,
    ObjectRelay,
    deleteKeys
  ])
  const copy = yield* copyPortion
  const contexts = yield* ExecutionContexts
  const records = yield* CopiedKeys
  const [takenBack, sourcesBack] = yield* Effect.all([removeCopies, restoreSources])
  const kind = yield* objectKind

  return kind<CopyParams, Portion, CopyCheckpoint, Record<never, never>>({
    name: objectCopy,
    params: Params,
    storedParams: (params) => ({ ...params, selection: noSelection }),
    elsewhere: ({ target }) => target,
    target: Portion,
    notes: CopyCheckpoint,
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
        excluded: [],
        items: Stream.fromIterable(
          splitSelection(selection).map((portion, index) => ({
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

    perform: Effect.fn("Copy.perform")(function* ({ note, notes, params, isPauseRequested, runId, target: portion }) {
      const { accept_losses: accepted = [], base, bucket, move, on_conflict, planned_at = null } = params
      const [source, target] = yield* Effect.all([
        contexts.forListing(params.listing_key),
        contexts.forListing(params.target.listing_key)
      ])
      const work = copy({
        portion,
        notes,
        note,
        isPauseRequested,
        source,
        bucket,
        target,
        targetBucket: params.target.bucket,
        base,
        prefix: params.target.prefix,
        move,
        conflict: on_conflict,
        accepted,
        plannedAt: planned_at,
        recordCopies: (copies) => records.record(runId, portionName(portion), copies)
      })
      return { ...(yield* sweptOutcome(work, move ? "cannot be moved" : "cannot be copied")), inverse: {} }
    }),

    unrecordedInverse: () => ({}),
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
        yield* records.record(
          runId,
          name,
          yield* unconfirmedCopies(
            store,
            { source: source.s3, bucket, there: targetContext.s3, targetBucket, move },
            objects
          )
        )
      }
      const uploads = new Map<string, typeof OpenUpload.Type>()
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
            { store, details, multipart, relay, remove },
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
