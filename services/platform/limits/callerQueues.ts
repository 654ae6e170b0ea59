import { Effect, Semaphore } from "effect"

interface Queue {
  readonly permit: Semaphore.Semaphore
  pending: number
}

/** One caller cannot delay others. `refusal` replaces the work of a caller with `maxPending` pending. */
export const callerQueues = (maxPending: number) => {
  const queues = new Map<string, Queue>()
  return <A, E, R, A2, E2, R2>(
    caller: string,
    work: Effect.Effect<A, E, R>,
    refusal: Effect.Effect<A2, E2, R2>
  ): Effect.Effect<A | A2, E | E2, R | R2> =>
    Effect.suspend((): Effect.Effect<A | A2, E | E2, R | R2> => {
      const queue = queues.get(caller) ?? { permit: Semaphore.makeUnsafe(1), pending: 0 }
      if (queue.pending >= maxPending) return refusal
      queue.pending += 1
      queues.set(caller, queue)
      return Effect.ensuring(
        queue.permit.withPermits(1)(work),
        Effect.sync(() => {
          queue.pending -= 1
          if (queue.pending === 0) queues.delete(caller)
        })
      )
    })
}
