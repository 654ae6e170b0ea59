import { Effect, Semaphore } from "effect"
import { PayloadTooLarge, RateLimited } from "#domain/platform/errors/Errors.ts"
import { announcedLength } from "../announcedLength.ts"

/** Minimum bytes of a large body; callers who are not signed in may not send one. */
export const largeBodyBytes = 64 * 1024
/** Concurrent large bodies per caller. */
const MAX_PENDING_BODIES = 20

export const isLargeBody = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  headers["transfer-encoding"] !== undefined || (announcedLength(headers["content-length"]) ?? 0) > largeBodyBytes

interface CallerQueue {
  readonly turn: Semaphore.Semaphore
  underWay: number
}

/** Handles large JSON bodies of each caller sequentially, so that one caller cannot delay others. */
export const largeBodies = () => {
  const queues = new Map<string, CallerQueue>()
  return <A, E, R>(caller: string, handler: Effect.Effect<A, E, R>): Effect.Effect<A, E | RateLimited, R> =>
    Effect.suspend((): Effect.Effect<A, E | RateLimited, R> => {
      const queue = queues.get(caller) ?? { turn: Semaphore.makeUnsafe(1), underWay: 0 }
      if (queue.underWay >= MAX_PENDING_BODIES) return Effect.fail(new RateLimited({ retry_after_seconds: 5 }))
      queue.underWay += 1
      queues.set(caller, queue)
      return Effect.ensuring(
        queue.turn.withPermits(1)(handler),
        Effect.sync(() => {
          queue.underWay -= 1
          if (queue.underWay === 0) queues.delete(caller)
        })
      )
    })
}

export const largeBodyRefused = new PayloadTooLarge({ limit_bytes: largeBodyBytes })
