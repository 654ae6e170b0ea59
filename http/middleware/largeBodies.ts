import { Effect } from "effect"
import { PayloadTooLarge, RateLimited } from "#domain/platform/errors/Errors.ts"
import { callerQueues } from "#services/platform/limits/callerQueues.ts"
import { announcedLength } from "../announcedLength.ts"

export const largeBodyBytes = 64 * 1024
const MAX_PENDING_BODIES = 20

export const isLargeBody = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  headers["transfer-encoding"] !== undefined || (announcedLength(headers["content-length"]) ?? 0) > largeBodyBytes

/** Handles large JSON bodies of each caller sequentially, so that one caller cannot delay others. */
export const largeBodies = () => {
  const enqueue = callerQueues(MAX_PENDING_BODIES)
  const refusal = Effect.fail(new RateLimited({ retry_after_seconds: 5 }))
  return <A, E, R>(caller: string, handler: Effect.Effect<A, E, R>): Effect.Effect<A, E | RateLimited, R> =>
    enqueue(caller, handler, refusal)
}

export const largeBodyRefused = new PayloadTooLarge({ limit_bytes: largeBodyBytes })
