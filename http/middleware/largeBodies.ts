import { Effect, Semaphore } from "effect"
import { PayloadTooLarge, RateLimited } from "#domain/platform/errors/Errors.ts"
import { announcedLength } from "../announcedLength.ts"

/** Bytes from which a body counts as large; callers who are not signed in send none. */
export const largeBodyBytes = 64 * 1024
/** Requests with a large body that one caller may have under way, the one that is handled included. */
const maxUnderWay = 20

/** Whether the body of a request is large by its Content-Length; one that is sent in chunks counts as large. */
export const isLargeBody = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  headers["transfer-encoding"] !== undefined || (announcedLength(headers["content-length"]) ?? 0) > largeBodyBytes

interface Line {
  readonly turn: Semaphore.Semaphore
  underWay: number
}

/** Handles the large JSON bodies of each caller one after the other, so that no caller's bodies take the place of others' requests. */
export const largeBodies = () => {
  const lines = new Map<string, Line>()
  return <A, E, R>(caller: string, handled: Effect.Effect<A, E, R>): Effect.Effect<A, E | RateLimited, R> => Effect.suspend((): Effect.Effect<A, E | RateLimited, R> => {
    const line = lines.get(caller) ?? { turn: Semaphore.makeUnsafe(1), underWay: 0 }
    if (line.underWay >= maxUnderWay) return Effect.fail(new RateLimited({ retry_after_seconds: 5 }))
    line.underWay += 1
    lines.set(caller, line)
    return Effect.ensuring(line.turn.withPermits(1)(handled), Effect.sync(() => {
      line.underWay -= 1
      if (line.underWay === 0) lines.delete(caller)
    }))
  })
}

export const largeBodyRefused = new PayloadTooLarge({ limit_bytes: largeBodyBytes })
