import { Duration } from "effect"

/** Timeouts after which a gateway is assumed to have dropped an abandoned call. */
const timeoutsToSettle = 3

/** Time after a call ended during which it may still take effect. `timeout`: limit of one call. */
export const settlingTime = (timeout: Duration.Duration): Duration.Duration => Duration.times(timeout, timeoutsToSettle)
