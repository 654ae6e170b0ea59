import { Duration } from "effect"

/** Two late heartbeats do not lose the lease. */
export const heartbeatOf = (lease: Duration.Duration): Duration.Duration =>
  Duration.millis(Duration.toMillis(lease) / 3)

export const checkIntervalOf = (lease: Duration.Duration): Duration.Duration =>
  Duration.millis((Duration.toMillis(lease) * 2) / 3)
