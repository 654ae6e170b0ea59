import { Effect, Semaphore } from "effect"
import { Unavailable } from "#domain/platform/errors/Errors.ts"

/** One hanging gateway must not delay changes of others. */
const MAX_CONCURRENT_CHANGES = 8
const MAX_QUEUED_CHANGES = 64

interface ChangeQueue {
  readonly permits: Semaphore.Semaphore
  users: number
}

export const mutationQueue = () => {
  const queues = new Map<string, ChangeQueue>()
  return <A, E, R>(gateway: string, change: Effect.Effect<A, E, R>): Effect.Effect<A, E | Unavailable, R> =>
    Effect.suspend((): Effect.Effect<A, E | Unavailable, R> => {
      const queue = queues.get(gateway) ?? { permits: Semaphore.makeUnsafe(MAX_CONCURRENT_CHANGES), users: 0 }
      if (queue.users >= MAX_CONCURRENT_CHANGES + MAX_QUEUED_CHANGES) {
        return Effect.fail(
          new Unavailable({ detail: "Too many changes of this storage gateway wait already: try again in a moment" })
        )
      }
      queue.users += 1
      queues.set(gateway, queue)
      return Effect.ensuring(
        queue.permits.withPermit(change),
        Effect.sync(() => {
          queue.users -= 1
          if (queue.users === 0) queues.delete(gateway)
        })
      )
    })
}
