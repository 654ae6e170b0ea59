import { Clock, Context, Duration, Effect, Layer, Metric, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { observedGauge } from "#services/platform/health/observed.ts"
import { rowsOf } from "./rowsOf.ts"

const ahead = Metric.gauge("stowage_clock_ahead_seconds", { description: "How far the clock of this machine is ahead of the database's; below zero when it is behind" })

/** Milliseconds by which a clock may be off before it is corrected: what machines are off whose clocks NTP keeps. */
const trifle = 1_000

/** An answer that took longer than this, in milliseconds, says too vaguely when it was given. */
const quick = 100
const tries = 4

/** How often it is looked whether this machine's clock was set, and after how many of these looks the database is asked in any case. */
const beat = Duration.seconds(1)
const beats = 30

/** Milliseconds: how far the database's clock is ahead of this machine's, and how wrong that may be. */
export interface Difference {
  readonly by: number
  readonly give: number
}

/** What is known of the difference when the database said `said` between `sent` and `received`; all in milliseconds since 1970. */
export const differenceOf = (said: number, sent: number, received: number): Difference =>
  ({ by: said - (sent + received) / 2, give: Math.abs(received - sent) / 2 })

/** What to add to this machine's time, in milliseconds: nothing unless the clock is certainly off. */
export const correctionOf = ({ by, give }: Difference): number => Math.abs(by) - give > trifle ? Math.round(by) : 0

/** A clock that is `correction()` milliseconds ahead of another. It sleeps as that one does. */
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

const Times = rowsOf("clock_timestamp", Schema.Struct({ now: Schema.Finite }))

/** Asks until an answer comes quickly, and a few times at most; the quickest counts. */
const measure = Effect.fnUntraced(function*(base: Clock.Clock) {
  const sql = yield* SqlClient.SqlClient
  const ask = Effect.gen(function*() {
    const sent = base.currentTimeMillisUnsafe()
    const { now } = yield* Times.one(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`)
    return differenceOf(now, sent, base.currentTimeMillisUnsafe())
  })
  let best = yield* ask
  for (let nr = 1; nr < tries && best.give * 2 > quick; nr++) {
    const next = yield* ask
    if (next.give < best.give) best = next
  }
  return best
})

const told = (by: number) => `${(Math.abs(by) / 1_000).toFixed(0)} s ${by < 0 ? "ahead of" : "behind"} the database's`

/**
 * The clock of everything that is built on it: this machine's, put right by the database's where it is off by more than a second. Replicas
 * whose machines disagree about the time then agree on it, with each other and with what statements call now(). The database is
 * asked every 30 s, and within a second after somebody set this machine's clock; one line says when the difference begins, changes by more
 * than a second, and ends.
 */
export const layer: Layer.Layer<never, never, SqlClient.SqlClient> = Layer.effectContext(Effect.gen(function*() {
  const base = yield* Clock.Clock
  let found = 0
  let correction = 0
  let said = 0

  const look = Effect.gen(function*() {
    const difference = yield* measure(base)
    found = difference.by
    correction = correctionOf(difference)
    if (Math.abs(correction - said) <= trifle) return
    said = correction
    yield* correction === 0
      ? Effect.logWarning("The clock of this machine is that of the database again")
      : Effect.logWarning(`The clock of this machine is ${told(correction)}, by which everything goes until it is put right: docs/production.md says what is not healed by that`)
  })

  // a database that cannot be asked is somebody else's line; what was found last holds until it can
  const looked = Effect.catchCause(look, (cause) => Effect.logDebug("The time of the database is not known", cause))
  yield* looked
  const passed = () => base.currentTimeMillisUnsafe() - Number(base.monotonicTimeNanosUnsafe() / 1_000_000n)
  let seen = passed()
  let nr = 0
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(base.sleep(beat), Effect.suspend(() => {
    const set = Math.abs(passed() - seen) > trifle
    if (!set && ++nr < beats) return Effect.void
    seen = passed()
    nr = 0
    return looked
  }))))
  yield* observedGauge(ahead, () => found === 0 ? 0 : -found / 1_000)
  return Context.make(Clock.Clock, correctedClock(base, () => correction))
}))
