import { Duration, Effect, Stream } from "effect"
import type { LiveEvent } from "#domain/platform/LiveEvent.ts"
import type { LiveEvents } from "./LiveEvents.ts"

const MIN_READ_INTERVAL = Duration.millis(200)
const MAX_READ_INTERVAL = Duration.seconds(5)

/** Reads immediately, after relevant events and every 5 s, at most every 200 ms. Lost events only delay a reading. */
export const readOnChange = <A, E>(
  live: LiveEvents["Service"],
  isRelevant: (event: LiveEvent) => boolean,
  read: Effect.Effect<A, E>
): Stream.Stream<A, E> => {
  let isFirst = true
  const changes = Stream.filter(live.changes, (event) => event._tag === "Resync" || isRelevant(event))
  return Stream.merge(Stream.tick(MAX_READ_INTERVAL), changes).pipe(
    Stream.buffer({ capacity: 1, strategy: "sliding" }),
    Stream.mapEffect(() =>
      Effect.tap(read, () => {
        if (!isFirst) return Effect.sleep(MIN_READ_INTERVAL)
        isFirst = false
        return Effect.void
      })
    )
  )
}
