import { Context, type Effect, type Redacted } from "effect"

/** Slow one-way hashing of passwords. */
export class PasswordHash extends Context.Service<PasswordHash, {
  /** The hash with its algorithm, parameters and salt, for a column. */
  readonly hash: (password: Redacted.Redacted) => Effect.Effect<string>
  /** With null (no such user, or one without a password) it takes as long and answers false. */
  readonly verify: (password: Redacted.Redacted, hash: string | null) => Effect.Effect<boolean>
}>()("stowage/services/secrets/PasswordHash") {}
