import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import type { ShareClosureReport } from "#domain/objects/shares/ShareClosureReport.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { type NewNotification, NotificationRecords } from "#services/platform/NotificationRecords.ts"
import { type ClosedShare, ShareListings } from "./ShareListings.ts"
import { shareDirection } from "./shareRevocation.ts"

const MAX_PER_RUN = 1_000
const MAX_NAMED = 5
const LEASE_DURATION = Duration.minutes(5)

const closureNotification = (links: ReadonlyArray<ClosedShare>, { context_id, context_name }: ClosedShare) => {
  const named = links
    .slice(0, MAX_NAMED)
    .map((link) => `the ${shareDirection(link)} link to ${link.bucket}/${link.prefix}`)
  const rest = links.length - named.length
  const storage = context_name === "" ? "storage that is no longer here" : context_name
  const notification: NewNotification = {
    type: "share_closed",
    severity: "warning",
    title: links.length === 1 ? "A link of yours has closed" : `${links.length} links of yours have closed`,
    message:
      `You no longer have the right to the data of ${storage}. ` +
      `Closed: ${named.join(", ")}${rest === 0 ? "" : ` and ${rest} more`}. ` +
      "Visitors find nothing there now. If the right comes back before a link ends, the link opens again.",
    payload: { context_id, share_ids: links.slice(0, MAX_NAMED).map(({ id }) => id), count: links.length }
  }
  return notification
}

/** Notifies makers whose links closed because they lost the right to the data: once per maker and context. */
export class ShareClosures extends Context.Service<
  ShareClosures,
  {
    /** Idempotent; once at a time in the cluster. */
    readonly run: Effect.Effect<ShareClosureReport>
  }
>()("stowage/services/objects/shares/ShareClosures") {
  static readonly layer = Layer.effect(
    ShareClosures,
    Effect.gen(function* () {
      const listings = yield* ShareListings
      const notifications = yield* NotificationRecords
      const transaction = yield* Transaction
      const lease = yield* JobLease

      const close = Effect.gen(function* () {
        const now = yield* DateTime.now
        const closed = yield* listings.markClosed(now, MAX_PER_RUN)
        const groups = Map.groupBy(closed, ({ context_id, user_id }) => `${user_id} ${context_id}`)
        for (const links of groups.values()) {
          const [first] = links
          if (first !== undefined)
            yield* notifications.addForUser(first.user_id, closureNotification(links, first), now)
        }
        return closed.length
      }).pipe(transaction.run)

      const all = Effect.gen(function* () {
        const reopened_count = yield* listings.markReopened(yield* DateTime.now)
        const closed_count = yield* close
        return { status: "completed", reason: null, closed_count, reopened_count } satisfies ShareClosureReport
      })

      return ShareClosures.of({
        run: lease.run("share-closure", LEASE_DURATION, all).pipe(
          Effect.map(
            Option.getOrElse(
              (): ShareClosureReport => ({
                status: "skipped",
                reason: "lease_held",
                closed_count: 0,
                reopened_count: 0
              })
            )
          ),
          Effect.withSpan("ShareClosures.run")
        )
      })
    })
  )
}
