import { DateTime, Duration, Effect, Option } from "effect"
import type { PurgeReport } from "#domain/platform/PurgeReport.ts"
import type { JobLease } from "./JobLease.ts"

interface Purge {
  readonly job: string
  readonly retentionDays: number
  /** Rows per delete: small enough to block nobody. */
  readonly batch: number
  readonly first?: (before: DateTime.Utc) => Effect.Effect<void>
  readonly deleteOlder: (before: DateTime.Utc, limit: number) => Effect.Effect<number>
}

const LEASE_DURATION = Duration.minutes(30)

export const deleteInBatches = Effect.fnUntraced(function* (
  batch: number,
  deleteBatch: (limit: number) => Effect.Effect<number>
) {
  let count = 0
  for (;;) {
    const deleted = yield* deleteBatch(batch)
    count += deleted
    if (deleted < batch) return count
  }
})

export const purgeOld = (
  lease: JobLease["Service"],
  { batch, deleteOlder, first, job, retentionDays }: Purge
): Effect.Effect<PurgeReport> => {
  const skipped = (reason: "lease_held" | "disabled"): PurgeReport => ({
    status: "skipped",
    reason,
    purged_count: 0,
    retention_days: retentionDays
  })
  const all = Effect.gen(function* () {
    const before = DateTime.subtractDuration(yield* DateTime.now, Duration.days(retentionDays))
    if (first !== undefined) yield* first(before)
    const purged = yield* deleteInBatches(batch, (limit) => deleteOlder(before, limit))
    return {
      status: "completed",
      reason: null,
      purged_count: purged,
      retention_days: retentionDays
    } satisfies PurgeReport
  })
  return retentionDays === 0
    ? Effect.succeed(skipped("disabled"))
    : Effect.map(
        lease.run(job, LEASE_DURATION, all),
        Option.getOrElse(() => skipped("lease_held"))
      )
}
