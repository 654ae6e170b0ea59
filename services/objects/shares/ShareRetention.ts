import { Context, DateTime, Duration, Effect, Layer } from "effect"
import type { PurgeReport } from "#domain/platform/PurgeReport.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { purgeOld } from "#services/platform/purgeOld.ts"
import { Settings } from "#services/platform/Settings.ts"
import { ShareHits } from "./ShareHits.ts"
import { ShareRecords } from "./ShareRecords.ts"

const MAX_TRANSFER_TIME = Duration.hours(24)

/** 0 days keeps links and hits. Always ends hits of killed processes and returns their budget. */
export class ShareRetention extends Context.Service<
  ShareRetention,
  {
    readonly purge: Effect.Effect<PurgeReport>
  }
>()("stowage/services/objects/shares/ShareRetention") {
  static readonly layer = Layer.effect(
    ShareRetention,
    Effect.gen(function* () {
      const lease = yield* JobLease
      const hits = yield* ShareHits
      const { deleteEnded } = yield* ShareRecords
      const { retentionDays } = (yield* Settings).shares
      const letGo = Effect.gen(function* () {
        const count = yield* hits.letGo(DateTime.subtractDuration(yield* DateTime.now, MAX_TRANSFER_TIME))
        if (count > 0)
          yield* Effect.logInfo("What was left open with links was ended").pipe(Effect.annotateLogs({ count }))
      })
      const purge = purgeOld(lease, { job: "share-retention", retentionDays, batch: 1_000, deleteOlder: deleteEnded })
      return ShareRetention.of({ purge: Effect.withSpan(Effect.andThen(letGo, purge), "ShareRetention.purge") })
    })
  )
}
