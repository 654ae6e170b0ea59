import { Clock, Duration, Effect, Exit, type Scope, Semaphore } from "effect"
import {
  allowedCalls,
  type AdaptiveConcurrency,
  nextConcurrency,
  initialConcurrency
} from "#domain/platform/work/adaptiveConcurrency.ts"

export interface AdaptiveLimiter {
  /** `counts`: whether the response time is comparable with others', e.g. of a full page. */
  readonly run: <A, E, R>(call: Effect.Effect<A, E, R>, counts: (answer: A) => boolean) => Effect.Effect<A, E, R>
}

export const makeAdaptiveLimiter = (): AdaptiveLimiter => {
  const permits = Semaphore.makeUnsafe(allowedCalls(initialConcurrency))
  let pace: AdaptiveConcurrency = initialConcurrency
  const learn = Effect.fnUntraced(function* (sample: Parameters<typeof nextConcurrency>[1]) {
    const before = allowedCalls(pace)
    pace = nextConcurrency(pace, sample)
    if (allowedCalls(pace) !== before) yield* permits.resize(allowedCalls(pace))
  })
  const run: AdaptiveLimiter["run"] = (call, counts) =>
    permits.withPermit(
      Effect.gen(function* () {
        const startedAt = yield* Clock.currentTimeMillis
        const exit = yield* Effect.exit(call)
        const endedAt = yield* Clock.currentTimeMillis
        if (Exit.isFailure(exit)) yield* learn({ _tag: "Failed" })
        else if (counts(exit.value)) yield* learn({ _tag: "Answered", milliseconds: endedAt - startedAt })
        return yield* exit
      })
    )
  return { run }
}

const MAX_PAUSE = Duration.millis(250)

/** One call at a time, each followed by a pause as long as the call, at most 250 ms. */
export const backgroundLimiter = (pacer: AdaptiveLimiter): AdaptiveLimiter => {
  const mutex = Semaphore.makeUnsafe(1)
  return {
    run: (call, counts) =>
      mutex.withPermit(
        Effect.gen(function* () {
          const [duration, answer] = yield* Effect.timed(pacer.run(call, counts))
          yield* Effect.sleep(Duration.min(duration, MAX_PAUSE))
          return answer
        })
      )
  }
}

/** Without pauses once `wanted` completes. Two concurrent calls made others at the same gateway ten times slower. */
export const backgroundUntil = (
  wanted: Effect.Effect<void>,
  gentle: AdaptiveLimiter,
  pacer: AdaptiveLimiter
): Effect.Effect<AdaptiveLimiter, never, Scope.Scope> =>
  Effect.gen(function* () {
    const gentleMutex = Semaphore.makeUnsafe(1)
    let isWanted = false
    yield* Effect.forkScoped(
      Effect.andThen(
        wanted,
        Effect.sync(() => {
          isWanted = true
        })
      ),
      { startImmediately: true }
    )
    return {
      run: (call, counts) => gentleMutex.withPermit(Effect.suspend(() => (isWanted ? pacer : gentle).run(call, counts)))
    }
  })
