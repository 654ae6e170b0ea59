import { Clock, Duration, Effect, Latch, Ref, Semaphore } from "effect"
import {
  afterFailure,
  type BackgroundRate,
  adjustRate,
  MAX_LANES,
  remeasuredRate,
  middle,
  rateFromIdle,
  lanesAndBatch,
  initialRate
} from "#domain/buckets/backgroundRate.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"

const [INITIAL_SAMPLES, SAMPLES_PER_ADJUSTMENT] = [15, 10] as const
const SAMPLE_INTERVAL = Duration.millis(100)
/** The load of others changes. */
const IDLE_MEASURE_INTERVAL_MS = 30_000

/** Paces removals by the latency of a cheap request (`question`, see `gentlePace`), to spare other clients. */
export const backgroundRemoval = Effect.fnUntraced(function* <E extends GatewayFailure | NotFound>(
  question: Effect.Effect<unknown, E>
) {
  const pace = yield* Ref.make<BackgroundRate>(initialRate)
  const permits = Semaphore.makeUnsafe(lanesAndBatch(initialRate).lanes)
  const preparePermits = Semaphore.makeUnsafe(lanesAndBatch(initialRate).lanes + 1)
  const removalsAllowed = Latch.makeUnsafe(true)
  const scope = yield* Effect.scope

  const sampleLatency = Effect.gen(function* () {
    const startedAt = yield* Clock.currentTimeNanos
    yield* question
    return Number((yield* Clock.currentTimeNanos) - startedAt) / 1e6
  })
  const idleLatency = Effect.map(
    Effect.forEach(Array.from({ length: INITIAL_SAMPLES }), () => sampleLatency),
    middle
  )

  const measureIdle = Effect.gen(function* () {
    yield* removalsAllowed.close
    const now = yield* permits.withPermits(lanesAndBatch(yield* Ref.get(pace)).lanes)(Effect.option(idleLatency))
    if (now._tag === "Some") yield* Ref.update(pace, (before) => remeasuredRate(before, now.value))
  }).pipe(Effect.ensuring(removalsAllowed.open))

  const adjust = Effect.fnUntraced(function* (times: ReadonlyArray<number>) {
    yield* Ref.update(pace, (now) => adjustRate(now, middle(times)))
    const { lanes } = lanesAndBatch(yield* Ref.get(pace))
    yield* permits.resize(lanes)
    yield* preparePermits.resize(lanes + 1)
  })

  /** A failed sample counts as slow. */
  const watch = Effect.gen(function* () {
    let times: Array<number> = []
    let measuredAt = yield* Clock.currentTimeMillis
    while (true) {
      const time = yield* Effect.option(sampleLatency)
      if (time._tag === "None") yield* Ref.update(pace, afterFailure)
      else times.push(time.value)
      if (times.length >= SAMPLES_PER_ADJUSTMENT) {
        yield* adjust(times)
        times = []
      }
      if ((yield* Clock.currentTimeMillis) - measuredAt > IDLE_MEASURE_INTERVAL_MS) {
        yield* measureIdle
        measuredAt = yield* Clock.currentTimeMillis
        times = []
      }
      yield* Effect.sleep(SAMPLE_INTERVAL)
    }
  })

  const ensureStarted = yield* Effect.cached(
    Effect.gen(function* () {
      yield* Ref.set(pace, rateFromIdle(yield* idleLatency))
      yield* Effect.forkIn(watch, scope)
    })
  )

  const runPaced = <A, E2, R>(request: Effect.Effect<A, E2, R>): Effect.Effect<A, E2, R> =>
    Effect.andThen(removalsAllowed.await, permits.withPermit(request)).pipe(
      Effect.tapError(() => Ref.update(pace, afterFailure))
    )

  /** `step` receives the maximum number of keys per request and returns false at the end. */
  const run = <E2, R>(step: (keys: number) => Effect.Effect<boolean, E2, R>) => {
    const repeatStep = Effect.repeat(
      preparePermits.withPermit(Effect.flatMap(Ref.get(pace), (now) => step(lanesAndBatch(now).batch))),
      { while: (more) => more }
    )
    return Effect.forEach(Array.from({ length: MAX_LANES + 1 }), () => repeatStep, {
      concurrency: MAX_LANES + 1,
      discard: true
    })
  }

  return { begun: ensureStarted, gently: runPaced, run }
})
