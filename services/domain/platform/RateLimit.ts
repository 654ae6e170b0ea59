import { Duration } from "effect"

/** Days after which an address that an account was signed in to from is a stranger's again. */
export const knownAddressDays = 90

/** The limits of authentication; each is counted in fixed windows. */
export const rateLimits = {
  loginPerAccount: { count: 10, window: Duration.minutes(5) },
  /**
   * Passwords that are verified for a locked account, so that somebody who has a passkey as well still gets on to it. What is
   * guessed then opens nothing by itself, and is bounded all the same.
   */
  loginWhileLocked: { count: 100, window: Duration.minutes(5) },
  loginPerAddress: { count: 30, window: Duration.minutes(5) },
  s3Login: { count: 10, window: Duration.minutes(5) },
  recoveryCode: { count: 5, window: Duration.minutes(15) },
  /** Passwords of one link, from one network and from all of them together. */
  sharePassword: { count: 10, window: Duration.minutes(5) },
  sharePasswordFromAll: { count: 100, window: Duration.minutes(5) },
  bootstrap: { count: 5, window: Duration.minutes(15) },
  refresh: { count: 60, window: Duration.minutes(1) },
  apiToken: { count: 600, window: Duration.minutes(1) },
  /** Pushes of gateways to listeners of ours, from one network. */
  delivery: { count: 120, window: Duration.minutes(1) },
  internal: { count: 30, window: Duration.minutes(1) }
}
