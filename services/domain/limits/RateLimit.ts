import { Duration } from "effect"

/** The limits of authentication; each is counted in fixed windows. */
export const rateLimits = {
  loginPerAccount: { count: 10, window: Duration.minutes(5) },
  loginPerAddress: { count: 30, window: Duration.minutes(5) },
  s3Login: { count: 10, window: Duration.minutes(5) },
  recoveryCode: { count: 5, window: Duration.minutes(15) },
  bootstrap: { count: 5, window: Duration.minutes(15) },
  refresh: { count: 60, window: Duration.minutes(1) },
  apiToken: { count: 600, window: Duration.minutes(1) },
  internal: { count: 30, window: Duration.minutes(1) }
}
