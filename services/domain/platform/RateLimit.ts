import { Duration } from "effect"

/** Days after the last sign-in from an address until it counts as unknown again. */
export const KNOWN_ADDRESS_DAYS = 90

export const rateLimits = {
  loginPerAccount: { count: 10, window: Duration.minutes(5) },
  /**
   * Password checks for a locked account, so that a user with a passkey can still sign in. A guessed password alone
   * opens nothing.
   */
  loginWhileLocked: { count: 100, window: Duration.minutes(5) },
  loginPerAddress: { count: 30, window: Duration.minutes(5) },
  s3Login: { count: 10, window: Duration.minutes(5) },
  recoveryCode: { count: 5, window: Duration.minutes(15) },
  /** Password attempts per share: from one network, and from all networks together. */
  sharePassword: { count: 10, window: Duration.minutes(5) },
  sharePasswordFromAll: { count: 100, window: Duration.minutes(5) },
  bootstrap: { count: 5, window: Duration.minutes(15) },
  refresh: { count: 60, window: Duration.minutes(1) },
  apiToken: { count: 600, window: Duration.minutes(1) },
  /** Gateway pushes to our listeners, per network. */
  delivery: { count: 120, window: Duration.minutes(1) },
  internal: { count: 30, window: Duration.minutes(1) }
}
