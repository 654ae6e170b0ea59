import { Cron, Effect, Layer } from "effect"
import { ClusterCron } from "effect/cluster"
import { DriftChecks } from "#services/fleet/drift/DriftChecks.ts"
import { Settings } from "#services/platform/Settings.ts"

/** Compares registrations with gateways by DRIFT_CHECK_CRON_SCHEDULE (UTC), once in the cluster. */
export const DriftCheckSchedule = Layer.unwrap(
  Effect.gen(function* () {
    const { drift } = yield* Settings
    return ClusterCron.make({
      name: "drift-check",
      cron: Cron.parseUnsafe(drift.cron, "UTC"),
      execute: Effect.gen(function* () {
        const { endpoints: _, ...report } = yield* (yield* DriftChecks).run({}).pipe(Effect.orDie)
        yield* Effect.logInfo("Registrations were compared with their gateways").pipe(Effect.annotateLogs(report))
      }),
      skipIfOlderThan: "6 hours"
    })
  })
)
