import { Context, Duration, Effect, Layer, Metric, Option, Schedule, Semaphore } from "effect"
import { Settings } from "#services/platform/Settings.ts"
import { StandingFigures } from "./StandingFigures.ts"
import { type Series, standingSeries } from "./standingSeries.ts"

/** What the process itself counts is told all the more while the database is away. */
const patience = Duration.seconds(2)

const known = Metric.gauge("stowage_figures_known", { description: "Whether the database told the figures of the whole installation: endpoints, jobs, listings, open work" })

/** Brings the figures that only the database knows into the metrics, for whoever is about to read these. */
export class Observation extends Context.Service<Observation, {
  /** One statement; never fails: figures that cannot be read are not there. */
  readonly refresh: Effect.Effect<void>
}>()("stowage/services/platform/health/Observation") {
  static readonly layer = Layer.effect(Observation, Effect.gen(function*() {
    const figures = yield* StandingFigures
    const { telemetry } = yield* Settings
    const turn = yield* Semaphore.make(1)
    let shown: ReadonlyArray<Series> = []

    const show = Effect.fnUntraced(function*(next: ReadonlyArray<Series>) {
      const stays = new Set(next.map(({ name }) => name))
      for (const { gauge, name } of shown) if (!stays.has(name)) yield* Metric.remove(gauge)
      for (const { gauge, value } of next) yield* Metric.update(gauge, value)
      yield* Metric.update(known, next.length === 0 ? 0 : 1)
      shown = next
    })

    const refresh = turn.withPermits(1)(figures.read.pipe(
      Effect.map(standingSeries),
      Effect.timeout(patience),
      Effect.catchCause((cause) => Effect.as(Effect.logWarning("Figures of the database are missing from the metrics", cause), [])),
      Effect.flatMap(show)
    ))

    // metrics belong to the process: what is not looked at any more is not told any more
    yield* Effect.addFinalizer(() => show([]))
    if (telemetry.metrics && Option.isSome(telemetry.otlpUrl)) {
      yield* Effect.forkScoped(Effect.repeat(refresh, Schedule.spaced(telemetry.metricsInterval)))
    }
    return Observation.of({ refresh })
  }))
}
