import { Context, DateTime, Duration, Effect, Layer } from "effect"
import type { StatsStorage, StatsSummary, StatsTraffic } from "#domain/usage/Statistics.ts"
import { Settings } from "#services/platform/Settings.ts"
import { StatisticsRecords } from "./StatisticsRecords.ts"

const period = (days = 30) => Effect.map(DateTime.now, (now) => DateTime.subtractDuration(now, Duration.days(days)))

/** Statistics of the installation from stored data; never calls a gateway. */
export class Statistics extends Context.Service<
  Statistics,
  {
    readonly summary: Effect.Effect<StatsSummary>
    readonly storage: (days: number | undefined) => Effect.Effect<StatsStorage>
    readonly traffic: (days: number | undefined) => Effect.Effect<StatsTraffic>
  }
>()("stowage/services/usage/Statistics") {
  static readonly layer = Layer.effect(
    Statistics,
    Effect.gen(function* () {
      const records = yield* StatisticsRecords
      const { endpointStatus } = yield* Settings

      /** Hides stale health while checks are off. */
      const withoutHealth = (summary: StatsSummary): StatsSummary => ({
        ...summary,
        troubled_endpoints: [],
        open_incidents: [],
        endpoints: { total: summary.endpoints.total, up: 0, degraded: 0, down: 0, unchecked: summary.endpoints.total }
      })

      return Statistics.of({
        summary: Effect.map(Effect.flatMap(DateTime.now, records.summary), (summary) =>
          endpointStatus.enabled ? summary : withoutHealth(summary)
        ),
        storage: Effect.fn("Statistics.storage")((days: number | undefined) =>
          Effect.flatMap(period(days), records.storage)
        ),
        traffic: Effect.fn("Statistics.traffic")((days: number | undefined) =>
          Effect.flatMap(period(days), records.traffic)
        )
      })
    })
  )
}
