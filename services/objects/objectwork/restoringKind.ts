import { Effect, Schema, Stream } from "effect"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import { Conflict, type DomainError } from "#domain/platform/errors/Errors.ts"
import { sumTallies, initialSweep, sweepResult, SweepState, type Tally } from "#domain/objects/objectwork/Sweep.ts"
import { isTransient } from "#domain/platform/work/retryPolicy.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { objectKind } from "./objectKind.ts"
import { keepsVersions } from "./keepsVersions.ts"
import { isObjectFailure, type Side } from "./objectFailure.ts"
import { type KeyHistory, readHistories } from "./readHistories.ts"
import { decideKey, decisionsHasher } from "./restoreDecisions.ts"
import { changedSince, restoreKey } from "./restoreKey.ts"
import { RestoredKeys } from "./RestoredKeys.ts"
import { sweep } from "./sweep.ts"
import { sweptOutcome } from "./sweptOutcome.ts"

export const folderRestoring = "folder_restoring"

const Params = Schema.Struct({
  context_id: Schema.String,
  listing_key: Schema.String,
  bucket: ExistingBucketName,
  prefix: Schema.String,
  at: Schema.String,
  planned_at: Schema.String,
  plan_hash: Schema.String
})
export type RestoringParams = typeof Params.Type

/** `checked`: the versions match the preview; otherwise the run does nothing. */
const Notes = Schema.Struct({ checked: Schema.Boolean, sweep: SweepState })

const [KEYS_PER_BATCH, MAX_CONCURRENT_KEYS] = [200, 8] as const
const KEYS_PER_UNDO_PAGE = 200

const emptyTally: Tally = { done: 0, skipped: 0, bytes: 0, failures: [] }

export const explainMissing =
  (store: ObjectStore["Service"], side: Side, key: string, versionId: string | null) =>
  <E extends DomainError>(work: Effect.Effect<Tally, E>): Effect.Effect<Tally, E> =>
    Effect.catch(work, (error) =>
      Effect.flatMap(
        error._tag === "Conflict" ? Effect.succeed(true) : isObjectFailure(store, [side], error),
        (own): Effect.Effect<Tally, E> =>
          own
            ? Effect.succeed({
                ...emptyTally,
                failures: [
                  {
                    key,
                    version_id: versionId,
                    code: error.code,
                    reason: "detail" in error ? error.detail : error.message
                  }
                ]
              })
            : Effect.fail(error)
      )
    )

export const restoringKind = Effect.gen(function* () {
  const [store, pages] = yield* Effect.all([ObjectStore, BucketPages])
  const contexts = yield* ExecutionContexts
  const kind = yield* objectKind
  const records = yield* RestoredKeys
  const one = yield* restoreKey
  const refuseWithout = yield* keepsVersions

  return kind<RestoringParams, { readonly prefix: string }, typeof Notes.Type, { readonly prefix: string }>({
    name: folderRestoring,
    params: Params,
    target: Schema.Struct({ prefix: Schema.String }),
    notes: Notes,
    inverse: Schema.Struct({ prefix: Schema.String }),
    exclusionKey: ({ bucket, listing_key }) => `${folderRestoring} ${listing_key} ${bucket}`,
    plan: Effect.fn("Restoring.plan")(function* ({ at, bucket, listing_key, prefix }) {
      const context = yield* contexts.forListing(listing_key)
      yield* refuseWithout(context.s3, bucket)
      const label = prefix === "" ? "everything in the bucket" : prefix
      return {
        title: `Restore ${prefix === "" ? bucket : `${prefix} in ${bucket}`} to ${at}`,
        warnings: [],
        excluded: [],
        items: Stream.succeed({
          key: "1",
          label,
          detail: bucket,
          before: "as it is",
          after: `as it was at ${at}`,
          sort: "folders",
          phase: 1,
          target: { prefix }
        })
      }
    }),

    perform: Effect.fn("Restoring.perform")(function* ({
      note,
      notes,
      params: { at, bucket, listing_key, plan_hash, planned_at, prefix },
      isPauseRequested,
      runId
    }) {
      const context = yield* contexts.forListing(listing_key)
      const times = { at: Date.parse(at), plannedAt: Date.parse(planned_at) }
      const read = readHistories(pages, context.s3, bucket, prefix)
      const startNotes = notes ?? { checked: false, sweep: initialSweep }
      const telling = (done: number, text: string) => ({ done, total: null, unit: "keys", note: text })

      if (!startNotes.checked) {
        yield* refuseWithout(context.s3, bucket)
        const hasher = decisionsHasher()
        const { end, state } = yield* sweep(initialSweep, {
          read,
          batch: 1_000,
          isPauseRequested,
          each: (histories) =>
            Effect.as(
              Effect.forEach(histories, (history) => hasher.add(decideKey(history, times)), { discard: true }),
              { ...emptyTally, done: histories.length }
            ),
          note: (_, soFar) =>
            note({ checked: false, sweep: initialSweep }, telling(soFar.done, "Comparing with the preview"))
        })
        if (end === "rested") return { outcome: "rested", result: sweepResult({ ...state, done: 0 }), inverse: null }
        if ((yield* hasher.end) !== plan_hash) {
          return {
            outcome: "incomplete",
            why: "Versions were removed since the preview: nothing was done. Look at it again",
            result: sweepResult(initialSweep),
            inverse: null
          }
        }
        yield* note({ checked: true, sweep: initialSweep }, telling(0, ""))
      }

      const each = Effect.fnUntraced(function* (
        histories: ReadonlyArray<KeyHistory>,
        report: (tally: Pick<Tally, "done" | "bytes">) => void
      ) {
        yield* refuseWithout(context.s3, bucket)
        const rowsByKey = new Map(
          (yield* records.known(
            runId,
            histories.map(({ key }) => key)
          )).map((row) => [row.key, row])
        )
        const tellTally = (tally: Tally) =>
          Effect.sync(() => {
            report(tally)
          })
        const finished = (bytes: number): Tally => ({ ...emptyTally, done: 1, bytes })
        const restored = yield* Effect.forEach(
          histories,
          (history) =>
            Effect.gen(function* () {
              const { key } = history
              const row = rowsByKey.get(key)
              const { changed, decision, was } = decideKey(history, times)
              const bytes = decision.act === "restore" || decision.act === "undelete" ? decision.from.size : 0
              if (row !== undefined) {
                const restoredVersion = row.made ?? (yield* one.foundDone(context, bucket, history, row))
                if (restoredVersion !== null && row.made === null) yield* records.record(runId, key, restoredVersion)
                if (restoredVersion !== null) return finished(bytes)
              }
              if (history.cut)
                return yield* new Conflict({
                  code: "state_conflict",
                  detail: "It has more versions than are looked at"
                })
              if (decision.act === "keep" || was === null) return { ...emptyTally, skipped: 1 }
              if (changed) return yield* changedSince()
              if (
                decision.act === "restore" &&
                decision.alike &&
                (yield* one.saySame(context, bucket, key, was.versionId, decision.from.versionId))
              )
                return { ...emptyTally, skipped: 1 }
              yield* records.begin(runId, {
                key,
                act: decision.act,
                was: was.versionId,
                made: null,
                source: decision.act === "hide" ? null : decision.from.versionId
              })
              yield* records.record(runId, key, yield* one.carryOut(context, bucket, key, was.versionId, decision))
              return finished(bytes)
            }).pipe(explainMissing(store, { s3: context.s3, bucket }, history.key, null), Effect.tap(tellTally)),
          { concurrency: MAX_CONCURRENT_KEYS }
        )
        return sumTallies(restored)
      })

      const work = sweep(startNotes.sweep, {
        read,
        batch: KEYS_PER_BATCH,
        isPauseRequested,
        each,
        note: (state, soFar) => note({ checked: true, sweep: state }, telling(soFar.done, ""))
      })
      const done = yield* sweptOutcome(work, "could not be restored")
      return { ...done, inverse: { prefix } }
    }),

    unrecordedInverse: ({ prefix }) => ({ prefix }),
    undo: Effect.fn("Restoring.undo")(function* ({ params: { bucket, listing_key }, runId }) {
      const context = yield* contexts.forListing(listing_key)
      const back = Effect.fnUntraced(function* (
        after: string | null
      ): Effect.fn.Return<{ readonly undone: number; readonly stay: number }, DomainError> {
        const rows = yield* records.done(runId, after, KEYS_PER_UNDO_PAGE)
        const outcomes = yield* Effect.forEach(
          rows,
          (row) =>
            one.takeBack(context, bucket, row).pipe(
              Effect.andThen(records.forget(runId, row.key)),
              Effect.as(true),
              Effect.catchIf(
                (error) => error._tag === "Conflict" || !isTransient(error),
                () => Effect.succeed(false)
              )
            ),
          { concurrency: MAX_CONCURRENT_KEYS }
        )
        const undone = outcomes.filter((went) => went).length
        const rest = rows.length < KEYS_PER_UNDO_PAGE ? { undone: 0, stay: 0 } : yield* back(rows.at(-1)?.key ?? null)
        return { undone: undone + rest.undone, stay: outcomes.length - undone + rest.stay }
      })
      const { stay, undone } = yield* back(null)
      if (stay > 0) {
        return yield* new Conflict({
          code: "stale_plan",
          detail:
            `${undone.toLocaleString("en")} undone; ${stay.toLocaleString("en")} stay, because they were written ` +
            "or deleted since or the gateway refused"
        })
      }
    })
  })
})
