import { Duration } from "effect"

/** Days after the last sign-in from an address until it counts as unknown again. */
export const KNOWN_ADDRESS_DAYS = 90

export const rateLimits = {
  loginPerAccount: { count: 10, window: Duration.minutes(5) },
  /** A locked account can still sign in with a passkey; a guessed password alone opens nothing. */
  loginWhileLocked: { count: 100, window: Duration.minutes(5) },
  loginPerAddress: { count: 30, window: Duration.minutes(5) },
  s3Login: { count: 10, window: Duration.minutes(5) },
  recoveryCode: { count: 5, window: Duration.minutes(15) },
  sharePassword: { count: 10, window: Duration.minutes(5) },
  sharePasswordFromAll: { count: 100, window: Duration.minutes(5) },
  bootstrap: { count: 5, window: Duration.minutes(15) },
  refresh: { count: 60, window: Duration.minutes(1) },
  apiToken: { count: 600, window: Duration.minutes(1) },
  delivery: { count: 120, window: Duration.minutes(1) },
  internal: { count: 30, window: Duration.minutes(1) }
}
