import { Context, Duration, Effect, Layer, Metric, Option, Schedule, Semaphore } from "effect"
import { Settings } from "#services/platform/Settings.ts"
import { InstallationMetrics } from "./InstallationMetrics.ts"
import { type Series, installationSeries } from "./installationSeries.ts"

/** Metrics of the process must not wait for a missing database. */
const READ_TIMEOUT = Duration.seconds(2)

const figuresKnown = Metric.gauge("stowage_figures_known", {
  description: "Whether the database told the figures of the whole installation: endpoints, jobs, listings, open work"
})

export class Observation extends Context.Service<
  Observation,
  {
    readonly refresh: Effect.Effect<void>
  }
>()("stowage/services/platform/health/Observation") {
  static readonly layer = Layer.effect(
    Observation,
    Effect.gen(function* () {
      const figures = yield* InstallationMetrics
      const { telemetry } = yield* Settings
      const mutex = yield* Semaphore.make(1)
      let exported: ReadonlyArray<Series> = []

      const show = Effect.fnUntraced(function* (next: ReadonlyArray<Series>) {
        const remaining = new Set(next.map(({ name }) => name))
        for (const { gauge, name } of exported) if (!remaining.has(name)) yield* Metric.remove(gauge)
        for (const { gauge, value } of next) yield* Metric.update(gauge, value)
        yield* Metric.update(figuresKnown, next.length === 0 ? 0 : 1)
        exported = next
      })

      const refresh = mutex.withPermits(1)(
        figures.read.pipe(
          Effect.map(installationSeries),
          Effect.timeout(READ_TIMEOUT),
          Effect.catchCause((cause) =>
            Effect.as(Effect.logWarning("Figures of the database are missing from the metrics", cause), [])
          ),
          Effect.flatMap(show)
        )
      )

      // metrics are global to the process: remove gauges that are no longer refreshed
      yield* Effect.addFinalizer(() => show([]))
      if (telemetry.metrics && Option.isSome(telemetry.otlpUrl)) {
        yield* Effect.forkScoped(Effect.repeat(refresh, Schedule.spaced(telemetry.metricsInterval)))
      }
      return Observation.of({ refresh })
    })
  )
}
