import { Cause, Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { Caller } from "#domain/platform/access/Caller.ts"
import type { PrivateAccessReport } from "#domain/iam/PrivateAccess.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { accessEntity } from "./accessChanges.ts"
import { retryAccess } from "./retryAccess.ts"
import { PrivateAccessRecords, type StoredAccess } from "./PrivateAccessRecords.ts"

const MAX_PER_RUN = 200
const MAX_CONCURRENT_ATTEMPTS = 8
const LEASE_DURATION = Duration.minutes(10)
const CHECK_INTERVAL = Duration.hours(6)

const lostRight = {
  private: "they are linked to it no more, or manage it without access to its data",
  portal: "they have no Portal role in it any more"
} as const

const system = Caller.cases.Internal.make({})

export class PrivateAccessRuns extends Context.Service<
  PrivateAccessRuns,
  {
    /** Idempotent; one at a time in the cluster. */
    readonly run: Effect.Effect<PrivateAccessReport>
  }
>()("stowage/services/iam/privateaccess/PrivateAccessRuns") {
  static readonly layer = Layer.effect(
    PrivateAccessRuns,
    Effect.gen(function* () {
      const records = yield* PrivateAccessRecords
      const lease = yield* JobLease
      const audited = yield* Audited
      const transaction = yield* Transaction
      const { attempt, check, endConnection } = yield* retryAccess

      const endUnentitled = (id: number) =>
        transaction.run(
          Effect.gen(function* () {
            const one = yield* records.find(id, true)
            if (one === null || one.state === "cleanup_pending") return
            const now = yield* DateTime.now
            yield* Effect.andThen(
              endConnection(one),
              records.change(
                id,
                { state: "cleanup_pending", tries: 0, problem: null, next_try_at: now, connection_id: null, drift: [] },
                now
              )
            ).pipe(
              audited.rows("private_access.end", accessEntity(one), {
                by: byCaller(system, "manager"),
                message: `Private access of ${one.person} to ${one.account_name} ends: ${lostRight[one.purpose]}`,
                metadata: { person: one.person }
              })
            )
          })
        )

      const isolated = <A>(id: number, work: Effect.Effect<A>, otherwise: A): Effect.Effect<A> =>
        Effect.catchCause(work, (cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.interrupt
            : Effect.as(
                Effect.logError("A private access could not be tried", cause).pipe(Effect.annotateLogs({ id })),
                otherwise
              )
        )

      const all = Effect.gen(function* () {
        const now = yield* DateTime.now
        const { unentitled, unseen } = yield* records.toCheck(
          DateTime.subtractDuration(now, CHECK_INTERVAL),
          MAX_PER_RUN
        )
        yield* Effect.forEach(unentitled, (id) => isolated(id, endUnentitled(id), undefined), { discard: true })
        const dueIds = yield* records.due(yield* DateTime.now, MAX_PER_RUN)
        const attempts = yield* Effect.forEach(
          dueIds,
          (id) =>
            isolated(
              id,
              Effect.map(attempt(system, id), (one) =>
                one === null
                  ? ("cleaned" as const)
                  : one.state === "active"
                    ? ("confirmed" as const)
                    : ("failed" as const)
              ),
              "failed" as const
            ),
          { concurrency: MAX_CONCURRENT_ATTEMPTS }
        )
        /** Storage spaces alone define Portal rights: drift is repaired immediately. */
        const mendPortal = Effect.fnUntraced(function* (one: StoredAccess | null) {
          if (one === null || one.purpose !== "portal" || one.drift.length === 0) return
          yield* records.change(one.id, { state: "provisioning", tries: 0, next_try_at: now }, now)
          yield* attempt(system, one.id)
        })
        const looks = yield* Effect.forEach(
          unseen,
          (id) =>
            isolated(
              id,
              check(id).pipe(
                Effect.tap(mendPortal),
                Effect.map((one) => (one !== null && one.drift.length > 0 ? ("differs" as const) : ("same" as const))),
                Effect.catch((error) =>
                  Effect.as(
                    Effect.logInfo("A private access could not be looked at").pipe(
                      Effect.annotateLogs({ id, code: error.code })
                    ),
                    "unseen" as const
                  )
                )
              ),
              "unseen" as const
            ),
          { concurrency: MAX_CONCURRENT_ATTEMPTS }
        )
        const count = (which: (typeof attempts)[number]) => attempts.filter((one) => one === which).length
        return {
          status: "completed",
          reason: null,
          confirmed_count: count("confirmed"),
          cleaned_count: count("cleaned"),
          failed_count: count("failed"),
          ended_count: unentitled.length,
          checked_count: looks.filter((one) => one !== "unseen").length,
          drifted_count: looks.filter((one) => one === "differs").length
        } satisfies PrivateAccessReport
      })

      return PrivateAccessRuns.of({
        run: lease.run("private-access", LEASE_DURATION, all).pipe(
          Effect.map(
            Option.getOrElse(
              (): PrivateAccessReport => ({
                status: "skipped",
                reason: "lease_held",
                confirmed_count: 0,
                cleaned_count: 0,
                failed_count: 0,
                ended_count: 0,
                checked_count: 0,
                drifted_count: 0
              })
            )
          ),
          Effect.withSpan("PrivateAccessRuns.run")
        )
      })
    })
  )
}
