import { Duration } from "effect"

/** How often a holder prolongs its lease: two heartbeats may be late before the lease lapses. */
export const heartbeatOf = (lease: Duration.Duration): Duration.Duration =>
  Duration.millis(Duration.toMillis(lease) / 3)

/** How often a change whose holder died is checked: its lease may have lapsed since the last check. */
export const checkIntervalOf = (lease: Duration.Duration): Duration.Duration =>
  Duration.millis(Duration.toMillis(lease) * 2 / 3)
