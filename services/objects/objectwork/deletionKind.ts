import { Effect, Schema, Stream } from "effect"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { keyFault } from "#domain/objects/keyFault.ts"
import {
  noSelection,
  type Portion,
  Portion as PortionSchema,
  portionName,
  splitSelection,
  Selection,
  selectionName
} from "#domain/objects/objectwork/Selection.ts"
import { emptyTally, sumTallies, initialSweep, SweepState, type Tally } from "#domain/objects/objectwork/Sweep.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { deleteKeys } from "#services/objects/deleteKeys.ts"
import { asPlanned, sincePlan } from "./asPlanned.ts"
import { HiddenKeys } from "./HiddenKeys.ts"
import { objectKind } from "./objectKind.ts"
import { type ListedObject, readPortion } from "./readPortion.ts"
import { sweep } from "./sweep.ts"
import { sweptOutcome } from "./sweptOutcome.ts"
import { removeMarkers } from "./removeMarkers.ts"

export const objectDeletion = "object_deletion"

const Params = Schema.Struct({
  context_id: Schema.String,
  listing_key: Schema.String,
  bucket: ExistingBucketName,
  selection: Selection,
  /** `current`: adds delete markers in versioned buckets. `versions`: deletes versions and markers permanently. */
  depth: Schema.Literals(["current", "versions"]),
  bypass_governance: Schema.Boolean,
  planned_at: Schema.optionalKey(Schema.String),
  /** Versioned at the start: delete markers hide objects, which can be undone. */
  hides: Schema.optionalKey(Schema.Boolean)
})
export type DeletionParams = typeof Params.Type

export const refuseWholeBucket = ({ prefixes }: Selection): Effect.Effect<void, InvalidInput> =>
  prefixes.includes("")
    ? Effect.fail(InvalidInput.at("payload.prefixes", "To empty a whole bucket is work of the Manager"))
    : Effect.void

const [KEYS_PER_BATCH, MAX_CONCURRENT_REQUESTS] = [1_000, 4] as const

export const deletionKind = Effect.gen(function* () {
  const store = yield* ObjectStore
  const pages = yield* BucketPages
  const contexts = yield* ExecutionContexts
  const kind = yield* objectKind
  const remove = yield* deleteKeys
  const records = yield* HiddenKeys
  const takenBack = yield* removeMarkers
  const inverseOf = ({ depth, hides = false }: DeletionParams) => (hides && depth === "current" ? {} : null)

  return kind<DeletionParams, Portion, SweepState, Record<never, never>>({
    name: objectDeletion,
    params: Params,
    storedParams: (params) => ({ ...params, selection: noSelection }),
    target: PortionSchema,
    notes: SweepState,
    inverse: Schema.Struct({}),
    plan: ({ bucket, depth, selection }) => {
      const after = depth === "versions" ? "deleted with all versions" : "deleted"
      return Effect.as(refuseWholeBucket(selection), {
        title: `Delete ${selectionName(selection)} from ${bucket}`,
        warnings: [],
        excluded: [],
        items: Stream.fromIterable(
          splitSelection(selection).map((target, index) => ({
            key: String(index + 1),
            label: portionName(target),
            detail: bucket,
            before: target._tag === "Folder" ? "all below it" : "",
            after,
            sort: target._tag === "Folder" ? "folders" : "objects",
            phase: 1,
            target
          }))
        )
      })
    },

    perform: Effect.fn("Deletion.perform")(function* ({ note, notes, params, isPauseRequested, runId, target }) {
      const { bucket, bypass_governance, depth, listing_key, planned_at } = params
      const context = yield* contexts.forListing(listing_key)
      const inverse = inverseOf(params)

      const decided = asPlanned(store, context.s3, bucket, {
        plannedAt: planned_at ?? null,
        alwaysLooked: inverse !== null
      })
      const name = portionName(target)
      const removeObjects = (batchObjects: ReadonlyArray<ListedObject>) =>
        Effect.map(
          remove(context.s3, bucket, batchObjects, { bypassGovernance: bypass_governance, background: true }).pipe(
            Effect.tap((outcomes) =>
              inverse === null
                ? Effect.void
                : records.hidden(
                    runId,
                    name,
                    outcomes.flatMap(({ key, marker }) => (marker === undefined ? [] : [{ key, marker }]))
                  )
            )
          ),
          (outcomes): Tally => {
            const failures = outcomes.flatMap(({ code, detail, key, version_id = null }) =>
              code === null ? [] : [{ key, version_id, code, reason: detail ?? code }]
            )
            const missingCount = outcomes.flatMap((outcome, index) =>
              outcome.deleted ? [batchObjects[index]?.facts?.size ?? 0] : []
            )
            return {
              done: missingCount.length,
              skipped: 0,
              bytes: missingCount.reduce((sum, size) => sum + size, 0),
              failures
            }
          }
        )

      const work = sweep(notes ?? initialSweep, {
        read: readPortion({ store, pages }, context.s3, bucket, target, depth),
        batch: KEYS_PER_BATCH,
        isPauseRequested,
        each: Effect.fnUntraced(function* (batchObjects, report) {
          const { later, named, ...planned } = yield* decided(batchObjects)
          const seenAs = ({ facts, key, versionId }: ListedObject) =>
            versionId !== null ? undefined : (facts ?? named.get(key))
          const isGone = (one: ListedObject) =>
            inverse !== null && one.versionId === null && seenAs(one) === undefined && keyFault(one.key) === null
          const going = planned.going.filter((one) => !isGone(one))
          const missingCount = planned.going.length - going.length
          // stored beforehand, in case the process dies before the response
          if (inverse !== null) {
            yield* records.hiding(
              runId,
              name,
              going.flatMap((one) => {
                const facts = seenAs(one)
                return facts === undefined ? [] : [{ key: one.key, facts }]
              })
            )
          }
          const tallies = yield* Effect.forEach(
            quarters(going),
            (part) => Effect.tap(removeObjects(part), (tally) => Effect.sync(() => report(tally))),
            { concurrency: MAX_CONCURRENT_REQUESTS }
          )
          return sumTallies([
            ...tallies,
            {
              ...emptyTally,
              done: missingCount,
              failures: later.map(({ key, versionId }) => ({
                key,
                version_id: versionId,
                code: "stale_plan",
                reason: sincePlan
              }))
            }
          ])
        }),
        note: (state, soFar) =>
          note(state, {
            done: soFar.done,
            total: target._tag === "Named" && depth === "current" ? target.entries.length : null,
            unit: depth === "versions" ? "objects and versions" : "objects",
            note: ""
          })
      })
      return { ...(yield* sweptOutcome(work, "cannot be deleted")), inverse }
    }),

    unrecordedInverse: (_, params) => inverseOf(params),
    undo: Effect.fn("Deletion.undo")(function* ({ params: { bucket, listing_key }, runId, target }) {
      const context = yield* contexts.forListing(listing_key)
      yield* takenBack(context.s3, bucket, { runId, portion: portionName(target) })
    })
  })
})

const quarters = (batchObjects: ReadonlyArray<ListedObject>): ReadonlyArray<ReadonlyArray<ListedObject>> => {
  const size = Math.max(1, Math.ceil(batchObjects.length / MAX_CONCURRENT_REQUESTS))
  return Array.from({ length: Math.ceil(batchObjects.length / size) }, (_, index) =>
    batchObjects.slice(index * size, (index + 1) * size)
  )
}
