import { Duration } from "effect"

/** A gateway may act on a call that was given up: that it will not do so any more is taken for granted after so many time-outs. */
const timeoutsToSettle = 3

/** How long after the end of a change that it may still come about; `timeout`: what one call may take. */
export const settlingTime = (timeout: Duration.Duration): Duration.Duration => Duration.times(timeout, timeoutsToSettle)
