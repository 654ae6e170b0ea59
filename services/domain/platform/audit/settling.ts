import { Duration } from "effect"

/** Timeouts after which a gateway is assumed to have dropped an abandoned call. */
const timeoutsToSettle = 3

export const settlingTime = (timeout: Duration.Duration): Duration.Duration => Duration.times(timeout, timeoutsToSettle)
