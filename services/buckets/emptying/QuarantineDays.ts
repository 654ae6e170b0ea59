import { Cause, Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { Caller } from "#domain/platform/access/Caller.ts"
import type { QuarantineReport } from "#domain/buckets/Quarantine.ts"
import { isEnded } from "#domain/platform/work/runState.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { NotificationRecords } from "#services/platform/NotificationRecords.ts"
import { Work } from "#services/platform/work/Work.ts"
import { bucketEmptying } from "./emptyingKind.ts"
import { madeAt } from "./madeAt.ts"
import { quarantineChanges } from "./quarantineChanges.ts"
import { type KeptQuarantine, QuarantineRecords } from "./QuarantineRecords.ts"

/** Quarantines in one run of the job; the rest waits for the next. */
const atOnce = 100
/** Buckets of a run that are checked concurrently: a call that hangs delays few others. */
const RUN_CONCURRENCY = 4
const longest = Duration.minutes(10)

type Step = "begun" | "deleted" | "failed" | "waiting"

const nobody = Caller.cases.Internal.make({})

/** What happens when the day of a bucket in quarantine has come: it is emptied and deleted as long work, and who asked is told. */
export class QuarantineDays extends Context.Service<QuarantineDays, {
  /** Any number of times, on any process: once at a time in the cluster. */
  readonly run: Effect.Effect<QuarantineReport>
}>()("stowage/services/buckets/emptying/QuarantineDays") {
  static readonly layer = Layer.effect(QuarantineDays, Effect.gen(function*() {
    const records = yield* QuarantineRecords
    const contexts = yield* ExecutionContexts
    const lease = yield* JobLease
    const notifications = yield* NotificationRecords
    const transaction = yield* Transaction
    const audited = yield* Audited
    const work = yield* Work
    const made = yield* madeAt
    const { opening, put } = yield* quarantineChanges

    /** Its end, with an entry and word to who asked, in one transaction. */
    const ended = (one: KeptQuarantine, state: "deleted" | "failed", problem: string | null, how = "Its day in quarantine had come: it was emptied and deleted.") => Effect.gen(function*() {
      const now = yield* DateTime.now
      const [title, message] = state === "deleted"
        ? [`Bucket ${one.bucket} was deleted`, how]
        : [`Bucket ${one.bucket} could not be deleted`, problem ?? ""]
      yield* transaction.join(Effect.andThen(
        records.move(one.id, state, problem),
        one.user_id === null ? Effect.void : notifications.addForUser(one.user_id, {
          type: "bucket_quarantine", severity: state === "deleted" ? "info" : "warning", title, message, payload: { context_id: one.context_id, bucket: one.bucket, run_id: one.run_id }
        }, now)
      ).pipe(audited.rows("bucket.quarantine.day", { type: "bucket", id: one.bucket, label: one.bucket }, {
        by: byCaller(nobody, "manager"), status: state === "deleted" ? "success" : "failure", message: `${title}. ${message}`,
        metadata: { context_id: one.context_id, asked_by: one.asked_by }
      })))
      return state
    })

    /** Why nothing is to be done with the bucket: it is gone, or another one has its name. Null: it is the one that was meant. */
    const goneOrOther = Effect.fnUntraced(function*(one: KeptQuarantine) {
      const when = yield* made(yield* contexts.forListing(one.listing_key), one.bucket)
      if (one.made_at === null) return null
      if (Option.isNone(when)) return yield* ended(one, "deleted", null)
      return when.value === one.made_at ? null : yield* ended(one, "deleted", null, "Somebody deleted it before its day, and made another one of this name: that one stays.")
    })

    const begun = Effect.fnUntraced(function*(one: KeptQuarantine) {
      const over = yield* goneOrOther(one)
      if (over !== null) return over
      const params = { context_id: one.context_id, listing_key: one.listing_key, bucket: one.bucket, delete_bucket: true }
      return yield* work.start(nobody, bucketEmptying, params, null).pipe(
        Effect.flatMap(({ id }) => Effect.as(records.emptiedBy(one.id, id), "begun" as const)),
        // a process died after it had begun it, or somebody else empties it
        Effect.catchTag("Conflict", () => Effect.succeed("waiting" as const)),
        Effect.catchTag("NotFound", () => ended(one, "deleted", null))
      )
    })

    const opened = Effect.fnUntraced(function*(one: KeptQuarantine) {
      const over = yield* goneOrOther(one)
      if (over !== null) return over
      const context = yield* contexts.forListing(one.listing_key)
      const { context_id, id, listing_key, policy, storage_endpoint_id } = one
      const about = { context_id, storage_endpoint_id, listing_key, bucket: one.bucket, id, policy, wanted: null, state: "deleting" as const }
      return yield* opening.asked(nobody, context, about, put(context, one.bucket, policy, null)).pipe(
        Effect.andThen(begun(one)),
        Effect.catchIf((error) => error._tag === "Conflict" && error.code === "stale_plan", () => Effect.gen(function*() {
          // a process that died had lifted it: that was found out just now, and it is gone on with at the next look
          if ((yield* records.ofBucket(listing_key, one.bucket))?.state !== "quarantined") return "waiting" as const
          return yield* ended(one, "failed", "Its policy was changed while it was in quarantine: somebody may need what is in it")
        }))
      )
    })

    const followed = Effect.fnUntraced(function*(one: KeptQuarantine, runId: number) {
      const run = yield* work.find({ scope: "manager", listingKey: one.listing_key }, runId)
      if (!isEnded(run.state)) return "waiting" as const
      if (run.state === "completed") return yield* ended(one, "deleted", null)
      const { items } = yield* work.items({ scope: "manager", listingKey: one.listing_key }, runId, { state: ["failed"], limit: 1 })
      return yield* ended(one, "failed", items[0]?.problem?.detail ?? "Emptying it was stopped")
    })

    const step = (one: KeptQuarantine): Effect.Effect<Step> =>
      (one.state === "quarantined" ? opened(one) : one.run_id === null ? begun(one) : followed(one, one.run_id)).pipe(
        Effect.catchTags({
          // the context is registered no more, the run was purged, or the bucket went
          NotFound: ({ entity }) => ended(one, "failed", `${entity} is not there any more: nothing can be done with this bucket from here`),
          InvalidInput: () => ended(one, "failed", "The gateway refuses to take its policy away"),
          Conflict: () => Effect.succeed("waiting" as const),
          StorageError: ({ detail, storage_status }) => (storage_status ?? 500) < 500 ? ended(one, "failed", detail) : Effect.succeed("waiting" as const),
          StorageTimeout: () => Effect.succeed("waiting" as const),
          Unavailable: () => Effect.succeed("waiting" as const)
        }),
        Effect.catchCause((cause) => Cause.hasInterruptsOnly(cause) ? Effect.interrupt
          : Effect.as(Effect.logError("A bucket in quarantine could not be looked at", cause).pipe(Effect.annotateLogs({ bucket: one.bucket })), "waiting" as const))
      )

    const all = Effect.gen(function*() {
      const steps = yield* Effect.forEach(yield* records.due(yield* DateTime.now, atOnce), step, { concurrency: RUN_CONCURRENCY })
      const count = (which: Step) => steps.filter((one) => one === which).length
      return {
        status: "completed", reason: null, begun_count: count("begun"), deleted_count: count("deleted"), failed_count: count("failed"), waiting_count: count("waiting")
      } satisfies QuarantineReport
    })

    return QuarantineDays.of({
      run: lease.run("quarantine-days", longest, all).pipe(
        Effect.map(Option.getOrElse((): QuarantineReport =>
          ({ status: "skipped", reason: "lease_held", begun_count: 0, deleted_count: 0, failed_count: 0, waiting_count: 0 }))),
        Effect.withSpan("QuarantineDays.run")
      )
    })
  }))
}
