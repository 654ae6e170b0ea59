import { Clock, Context, Duration, Effect, Layer, Metric, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { observedGauge } from "#services/platform/health/observed.ts"
import { makeRowReader } from "./makeRowReader.ts"

const ahead = Metric.gauge("stowage_clock_ahead_seconds", {
  description: "How far the clock of this machine is ahead of the database's; below zero when it is behind"
})

const TOLERATED_MILLIS = 1_000

const MAX_ANSWER_MILLIS = 100
const MAX_MEASUREMENTS = 4

const CHECK_INTERVAL = Duration.seconds(1)
const CHECKS_PER_MEASUREMENT = 30

export interface ClockDifference {
  readonly by: number
  readonly give: number
}

export const clockDifference = (reported: number, sent: number, received: number): ClockDifference => ({
  by: reported - (sent + received) / 2,
  give: Math.abs(received - sent) / 2
})

export const clockCorrection = ({ by, give }: ClockDifference): number =>
  Math.abs(by) - give > TOLERATED_MILLIS ? Math.round(by) : 0

export const correctedClock = (base: Clock.Clock, correction: () => number): Clock.Clock => {
  const millis = () => base.currentTimeMillisUnsafe() + correction()
  const nanos = () => base.currentTimeNanosUnsafe() + BigInt(correction()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => base.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: base.monotonicTimeNanos,
    sleep: (duration) => base.sleep(duration)
  }
}

const clockReader = makeRowReader("clock_timestamp", Schema.Struct({ now: Schema.Finite }))

const measure = Effect.fnUntraced(function* (base: Clock.Clock) {
  const sql = yield* SqlClient.SqlClient
  const ask = Effect.gen(function* () {
    const sent = base.currentTimeMillisUnsafe()
    const { now } = yield* clockReader.one(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`)
    return clockDifference(now, sent, base.currentTimeMillisUnsafe())
  })
  let best = yield* ask
  for (let nr = 1; nr < MAX_MEASUREMENTS && best.give * 2 > MAX_ANSWER_MILLIS; nr++) {
    const next = yield* ask
    if (next.give < best.give) best = next
  }
  return best
})

const offsetText = (by: number) =>
  `${(Math.abs(by) / 1_000).toFixed(0)} s ${by < 0 ? "ahead of" : "behind"} the database's`

/** Corrects the clock by the database's when they differ by over a second, so that replicas agree with now(). */
export const layer: Layer.Layer<never, never, SqlClient.SqlClient> = Layer.effectContext(
  Effect.gen(function* () {
    const base = yield* Clock.Clock
    let differenceMs = 0
    let correction = 0
    let reported = 0

    const look = Effect.gen(function* () {
      const difference = yield* measure(base)
      differenceMs = difference.by
      correction = clockCorrection(difference)
      if (Math.abs(correction - reported) <= TOLERATED_MILLIS) return
      reported = correction
      yield* correction === 0
        ? Effect.logWarning("The clock of this machine is that of the database again")
        : Effect.logWarning(
            `The clock of this machine is ${offsetText(correction)}, by which everything goes until it is put right: ` +
              "docs/production.md says what is not healed by that"
          )
    })

    // an unreachable database is logged elsewhere; the last correction stays
    const checked = Effect.catchCause(look, (cause) => Effect.logDebug("The time of the database is not known", cause))
    yield* checked
    const passed = () => base.currentTimeMillisUnsafe() - Number(base.monotonicTimeNanosUnsafe() / 1_000_000n)
    let seen = passed()
    let nr = 0
    yield* Effect.forkScoped(
      Effect.forever(
        Effect.andThen(
          base.sleep(CHECK_INTERVAL),
          Effect.suspend(() => {
            const set = Math.abs(passed() - seen) > TOLERATED_MILLIS
            if (!set && ++nr < CHECKS_PER_MEASUREMENT) return Effect.void
            seen = passed()
            nr = 0
            return checked
          })
        )
      )
    )
    yield* observedGauge(ahead, () => (differenceMs === 0 ? 0 : -differenceMs / 1_000))
    return Context.make(
      Clock.Clock,
      correctedClock(base, () => correction)
    )
  })
)
