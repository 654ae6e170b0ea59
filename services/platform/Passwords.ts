import { Context, type Effect, type Redacted } from "effect"

/** Passwords: hashed slowly and one way, verified, and told from those that everybody guesses. */
export class Passwords extends Context.Service<Passwords, {
  /** The hash with its algorithm, parameters and salt, for a column. */
  readonly hash: (password: Redacted.Redacted) => Effect.Effect<string>
  /** With null (no such user, or one without a password) it takes as long and answers false. */
  readonly verify: (password: Redacted.Redacted, hash: string | null) => Effect.Effect<boolean>
  /** Tells of a text in lower case whether it is among the passwords that most people choose. */
  readonly common: Effect.Effect<(text: string) => boolean>
}>()("stowage/services/platform/Passwords") {}
