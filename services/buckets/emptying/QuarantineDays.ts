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
import { bucketCreationTime } from "./bucketCreationTime.ts"
import { quarantineChanges } from "./quarantineChanges.ts"
import { type StoredQuarantine, QuarantineRecords } from "./QuarantineRecords.ts"

const MAX_PER_RUN = 100
/** A hanging call must delay few others. */
const RUN_CONCURRENCY = 4
const LEASE_DURATION = Duration.minutes(10)

type Step = "begun" | "deleted" | "failed" | "waiting"

const system = Caller.cases.Internal.make({})

export class QuarantineDays extends Context.Service<
  QuarantineDays,
  {
    readonly run: Effect.Effect<QuarantineReport>
  }
>()("stowage/services/buckets/emptying/QuarantineDays") {
  static readonly layer = Layer.effect(
    QuarantineDays,
    Effect.gen(function* () {
      const records = yield* QuarantineRecords
      const contexts = yield* ExecutionContexts
      const lease = yield* JobLease
      const notifications = yield* NotificationRecords
      const transaction = yield* Transaction
      const audited = yield* Audited
      const work = yield* Work
      const creationTimeOf = yield* bucketCreationTime
      const { opening, put } = yield* quarantineChanges

      const end = (
        one: StoredQuarantine,
        state: "deleted" | "failed",
        problem: string | null,
        how = "Its day in quarantine had come: it was emptied and deleted."
      ) =>
        Effect.gen(function* () {
          const now = yield* DateTime.now
          const [title, message] =
            state === "deleted"
              ? [`Bucket ${one.bucket} was deleted`, how]
              : [`Bucket ${one.bucket} could not be deleted`, problem ?? ""]
          yield* transaction.join(
            Effect.andThen(
              records.move(one.id, state, problem),
              one.user_id === null
                ? Effect.void
                : notifications.addForUser(
                    one.user_id,
                    {
                      type: "bucket_quarantine",
                      severity: state === "deleted" ? "info" : "warning",
                      title,
                      message,
                      payload: { context_id: one.context_id, bucket: one.bucket, run_id: one.run_id }
                    },
                    now
                  )
            ).pipe(
              audited.rows(
                "bucket.quarantine.day",
                { type: "bucket", id: one.bucket, label: one.bucket },
                {
                  by: byCaller(system, "manager"),
                  status: state === "deleted" ? "success" : "failure",
                  message: `${title}. ${message}`,
                  metadata: { context_id: one.context_id, asked_by: one.asked_by }
                }
              )
            )
          )
          return state
        })

      const endIfReplaced = Effect.fnUntraced(function* (one: StoredQuarantine) {
        const when = yield* creationTimeOf(yield* contexts.forListing(one.listing_key), one.bucket)
        if (one.made_at === null) return null
        if (Option.isNone(when)) return yield* end(one, "deleted", null)
        return when.value === one.made_at
          ? null
          : yield* end(
              one,
              "deleted",
              null,
              "Somebody deleted it before its day, and made another one of this name: that one stays."
            )
      })

      const startEmptying = Effect.fnUntraced(function* (one: StoredQuarantine) {
        const endState = yield* endIfReplaced(one)
        if (endState !== null) return endState
        const params = {
          context_id: one.context_id,
          listing_key: one.listing_key,
          bucket: one.bucket,
          delete_bucket: true
        }
        return yield* work.start(system, bucketEmptying, params, null).pipe(
          Effect.flatMap(({ id }) => Effect.as(records.emptiedBy(one.id, id), "begun" as const)),
          Effect.catchTag("Conflict", () => Effect.succeed("waiting" as const)),
          Effect.catchTag("NotFound", () => end(one, "deleted", null))
        )
      })

      const startDeletion = Effect.fnUntraced(function* (one: StoredQuarantine) {
        const endState = yield* endIfReplaced(one)
        if (endState !== null) return endState
        const context = yield* contexts.forListing(one.listing_key)
        const { context_id, id, listing_key, policy, storage_endpoint_id } = one
        const about = {
          context_id,
          storage_endpoint_id,
          listing_key,
          bucket: one.bucket,
          id,
          policy,
          wanted: null,
          state: "deleting" as const
        }
        return yield* opening.makeIdempotent(system, context, about, put(context, one.bucket, policy, null)).pipe(
          Effect.andThen(startEmptying(one)),
          Effect.catchIf(
            (error) => error._tag === "Conflict" && error.code === "stale_plan",
            () =>
              Effect.gen(function* () {
                // a dead process had removed the policy, as just recovered: continue in the next run
                if ((yield* records.ofBucket(listing_key, one.bucket))?.state !== "quarantined")
                  return "waiting" as const
                return yield* end(
                  one,
                  "failed",
                  "Its policy was changed while it was in quarantine: somebody may need what is in it"
                )
              })
          )
        )
      })

      const checkRun = Effect.fnUntraced(function* (one: StoredQuarantine, runId: number) {
        const run = yield* work.find({ scope: "manager", listingKey: one.listing_key }, runId)
        if (!isEnded(run.state)) return "waiting" as const
        if (run.state === "completed") return yield* end(one, "deleted", null)
        const { items } = yield* work.items({ scope: "manager", listingKey: one.listing_key }, runId, {
          state: ["failed"],
          limit: 1
        })
        return yield* end(one, "failed", items[0]?.problem?.detail ?? "Emptying it was stopped")
      })

      const step = (one: StoredQuarantine): Effect.Effect<Step> =>
        (one.state === "quarantined"
          ? startDeletion(one)
          : one.run_id === null
            ? startEmptying(one)
            : checkRun(one, one.run_id)
        ).pipe(
          Effect.catchTags({
            NotFound: ({ entity }) =>
              end(one, "failed", `${entity} is not there any more: nothing can be done with this bucket from here`),
            InvalidInput: () => end(one, "failed", "The gateway refuses to take its policy away"),
            Conflict: () => Effect.succeed("waiting" as const),
            StorageError: ({ detail, storage_status }) =>
              (storage_status ?? 500) < 500 ? end(one, "failed", detail) : Effect.succeed("waiting" as const),
            StorageTimeout: () => Effect.succeed("waiting" as const),
            Unavailable: () => Effect.succeed("waiting" as const)
          }),
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause)
              ? Effect.interrupt
              : Effect.as(
                  Effect.logError("A bucket in quarantine could not be looked at", cause).pipe(
                    Effect.annotateLogs({ bucket: one.bucket })
                  ),
                  "waiting" as const
                )
          )
        )

      const runAll = Effect.gen(function* () {
        const steps = yield* Effect.forEach(yield* records.due(yield* DateTime.now, MAX_PER_RUN), step, {
          concurrency: RUN_CONCURRENCY
        })
        const count = (which: Step) => steps.filter((one) => one === which).length
        return {
          status: "completed",
          reason: null,
          begun_count: count("begun"),
          deleted_count: count("deleted"),
          failed_count: count("failed"),
          waiting_count: count("waiting")
        } satisfies QuarantineReport
      })

      return QuarantineDays.of({
        run: lease.run("quarantine-days", LEASE_DURATION, runAll).pipe(
          Effect.map(
            Option.getOrElse(
              (): QuarantineReport => ({
                status: "skipped",
                reason: "lease_held",
                begun_count: 0,
                deleted_count: 0,
                failed_count: 0,
                waiting_count: 0
              })
            )
          ),
          Effect.withSpan("QuarantineDays.run")
        )
      })
    })
  )
}
