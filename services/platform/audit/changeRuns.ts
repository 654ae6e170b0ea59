import { Duration, Effect, Fiber, FiberSet } from "effect"
import type { Unavailable } from "#domain/platform/errors/Errors.ts"
import { changeQueueFull } from "./changeEndings.ts"
import { mutationQueue } from "./mutationQueue.ts"

/** Another process recovers the changes that still run. */
const SHUTDOWN_TIMEOUT = Duration.seconds(5)

/** Runs changes in the queue of their gateway; they outlive the caller. `timeout`: of the wait in the queue. */
export const makeChangeRuns = Effect.fnUntraced(function* (timeout: Duration.Duration) {
  const runInQueue = mutationQueue()
  const running = yield* FiberSet.make<unknown, unknown>()
  yield* Effect.addFinalizer(() => Effect.timeoutOption(FiberSet.awaitEmpty(running), SHUTDOWN_TIMEOUT))

  const withinTimeout = <A, E>(gateway: string, change: Effect.Effect<A, E>): Effect.Effect<A, E | Unavailable> =>
    Effect.suspend(() => {
      let began = false
      const queued = runInQueue(
        gateway,
        Effect.suspend(() => {
          began = true
          return change
        })
      )
      const late = Effect.sleep(timeout).pipe(
        Effect.andThen(Effect.suspend(() => (began ? Effect.never : Effect.fail(changeQueueFull))))
      )
      return Effect.raceFirst(queued, late)
    })

  /** An interruption cancels the change only while it is queued. */
  const apart = <A, E>(gateway: string, change: Effect.Effect<A, E>): Effect.Effect<A, E | Unavailable> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        let began = false
        const fiber = yield* FiberSet.run(
          running,
          runInQueue(
            gateway,
            Effect.suspend(() => {
              began = true
              return change
            })
          )
        )
        const giveUp = Effect.suspend(() => (began ? Effect.void : Fiber.interrupt(fiber)))
        const late = Effect.sleep(timeout).pipe(
          Effect.andThen(
            Effect.suspend(() => (began ? Effect.never : Effect.andThen(giveUp, Effect.fail(changeQueueFull))))
          )
        )
        return yield* restore(Effect.raceFirst(Fiber.join(fiber), late)).pipe(Effect.onInterrupt(() => giveUp))
      })
    )

  /** An interruption cancels the changes only until they have begun. */
  const manyApart = <A, E>(changes: (onBegun: () => void) => Effect.Effect<A, E>) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        let began = false
        const fiber = yield* FiberSet.run(
          running,
          changes(() => {
            began = true
          })
        )
        return yield* restore(Fiber.join(fiber)).pipe(
          Effect.onInterrupt(() => (began ? Effect.void : Fiber.interrupt(fiber)))
        )
      })
    )

  return { withinTimeout, apart, manyApart }
})

export type ChangeRuns = Effect.Success<ReturnType<typeof makeChangeRuns>>
