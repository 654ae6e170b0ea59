import { Cause, Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { Caller } from "#domain/platform/access/Caller.ts"
import type { PortalExpiryReport } from "#domain/iam/portal/PortalRequest.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { PortalSpaces } from "./PortalSpaces.ts"
import { PortalMemberRecords } from "./PortalSpaceRecords.ts"
import { PortalRequestRecords } from "./PortalRequestRecords.ts"
import { requestApprovals } from "./requestApprovals.ts"
import { requestGrants } from "./requestGrants.ts"

const MAX_PER_RUN = 200
const LEASE_DURATION = Duration.minutes(10)
/** A grant or a creation that takes longer was interrupted. */
const GRANT_TIMEOUT = Duration.minutes(5)

const system = Caller.cases.Internal.make({})

export class PortalExpiry extends Context.Service<
  PortalExpiry,
  {
    /** Idempotent; one at a time in the cluster. */
    readonly run: Effect.Effect<PortalExpiryReport>
  }
>()("stowage/services/iam/portal/PortalExpiry") {
  static readonly layer = Layer.effect(
    PortalExpiry,
    Effect.gen(function* () {
      const records = yield* PortalRequestRecords
      const members = yield* PortalMemberRecords
      const spaces = yield* PortalSpaces
      const lease = yield* JobLease
      const audited = yield* Audited
      const transaction = yield* Transaction
      const grants = yield* requestGrants
      const approvals = yield* requestApprovals

      const expire = Effect.fnUntraced(function* (id: number) {
        const request = yield* records.find(id)
        if (request === null) return
        yield* grants.takeBack(system, yield* members.listingKey(request.rgw_account_id), request)
        yield* records.move(id, "approved", { state: "expired" }).pipe(
          audited.rows(
            "portal_request.expire",
            { type: "portal_request", id: String(id), label: request.type },
            {
              by: byCaller(system, "portal"),
              message: `What was granted to ${request.email} ended`,
              metadata: { type: request.type }
            }
          ),
          transaction.run
        )
      })

      const countDone = (ids: ReadonlyArray<number>, work: (id: number) => Effect.Effect<unknown, unknown>) =>
        Effect.map(
          Effect.forEach(ids, (id) =>
            Effect.as(work(id), true).pipe(
              Effect.catchCause((cause) =>
                Cause.hasInterruptsOnly(cause)
                  ? Effect.interrupt
                  : Effect.as(
                      Effect.logError("A grant of the Portal was not changed", cause).pipe(Effect.annotateLogs({ id })),
                      false
                    )
              )
            )
          ),
          (done) => done.filter((isDone) => isDone).length
        )

      const all = Effect.gen(function* () {
        const now = yield* DateTime.now
        const due = yield* records.due(now, MAX_PER_RUN)
        const expired_count = yield* countDone(due, expire)
        const interrupted = DateTime.subtractDuration(now, GRANT_TIMEOUT)
        const ungranted = yield* records.ungranted(interrupted, MAX_PER_RUN)
        const granted = yield* countDone(ungranted, (id) => approvals.resume(system, id))
        const creations = yield* spaces.resumeCreations(system, interrupted)
        return {
          status: "completed",
          reason: null,
          expired_count,
          resumed_count: granted + creations.resumed,
          failed_count: due.length + ungranted.length - expired_count - granted + creations.failed
        } satisfies PortalExpiryReport
      })

      return PortalExpiry.of({
        run: lease.run("portal-expiry", LEASE_DURATION, all).pipe(
          Effect.map(
            Option.getOrElse(
              (): PortalExpiryReport => ({
                status: "skipped",
                reason: "lease_held",
                expired_count: 0,
                resumed_count: 0,
                failed_count: 0
              })
            )
          ),
          Effect.withSpan("PortalExpiry.run")
        )
      })
    })
  )
}
