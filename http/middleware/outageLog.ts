import { Clock, Effect } from "effect"

const LOG_INTERVAL_MS = 1_000

export const outageLog = () => {
  let lastLoggedAt = Number.NEGATIVE_INFINITY
  let suppressed = 0
  return (message: string, why: string) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      // the clock may be set back
      if (now >= lastLoggedAt && now - lastLoggedAt < LOG_INTERVAL_MS) {
        suppressed += 1
        return Effect.void
      }
      const more = suppressed === 0 ? "" : ` (and ${suppressed} more since the last line)`
      lastLoggedAt = now
      suppressed = 0
      return Effect.logError(`${message}: ${why}${more}`)
    })
}
