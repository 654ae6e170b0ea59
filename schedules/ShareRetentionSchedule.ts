import { Cron, Effect, Layer } from "effect"
import { ClusterCron } from "effect/cluster"
import { Settings } from "#services/platform/Settings.ts"
import { ShareRetention } from "#services/objects/shares/ShareRetention.ts"

/** Purges ended shares by SHARE_RETENTION_CRON_SCHEDULE (UTC), once in the cluster. */
export const ShareRetentionSchedule = Layer.unwrap(
  Effect.gen(function* () {
    const { shares } = yield* Settings
    return ClusterCron.make({
      name: "share-retention",
      cron: Cron.parseUnsafe(shares.cron, "UTC"),
      execute: Effect.gen(function* () {
        const report = yield* (yield* ShareRetention).purge
        yield* Effect.logInfo("Links purged").pipe(Effect.annotateLogs(report))
      }),
      skipIfOlderThan: "1 hour"
    })
  })
)
