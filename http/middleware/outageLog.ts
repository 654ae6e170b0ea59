import { Clock, Effect } from "effect"

/** Milliseconds in which an outage writes one line. */
const between = 1_000

/** One line a second for an outage, however many requests it refuses; it tells of how many none was written. */
export const outageLog = () => {
  let last = Number.NEGATIVE_INFINITY
  let unwritten = 0
  return (what: string, why: string) => Effect.flatMap(Clock.currentTimeMillis, (now) => {
    // a clock that was set back says nothing of how long it is
    if (now >= last && now - last < between) {
      unwritten += 1
      return Effect.void
    }
    const more = unwritten === 0 ? "" : ` (and ${unwritten} more since the last line)`
    last = now
    unwritten = 0
    return Effect.logError(`${what}: ${why}${more}`)
  })
}
