import { Duration } from "effect"

/** Two late heartbeats do not lose the lease. */
export const heartbeatInterval = (lease: Duration.Duration): Duration.Duration =>
  Duration.millis(Duration.toMillis(lease) / 3)

export const leaseCheckInterval = (lease: Duration.Duration): Duration.Duration =>
  Duration.millis((Duration.toMillis(lease) * 2) / 3)
