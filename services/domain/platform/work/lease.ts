import { Duration } from "effect"

/** Renewal interval of a lease: two late heartbeats do not lose it. */
export const heartbeatOf = (lease: Duration.Duration): Duration.Duration =>
  Duration.millis(Duration.toMillis(lease) / 3)

/** Check interval for changes whose holder may have died. */
export const checkIntervalOf = (lease: Duration.Duration): Duration.Duration =>
  Duration.millis((Duration.toMillis(lease) * 2) / 3)
