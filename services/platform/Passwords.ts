import { Context, type Effect, type Redacted } from "effect"

export class Passwords extends Context.Service<
  Passwords,
  {
    readonly hash: (password: Redacted.Redacted) => Effect.Effect<string>
    /** With null (unknown user, or no password) it takes the same time and returns false. */
    readonly verify: (password: Redacted.Redacted, hash: string | null) => Effect.Effect<boolean>
    /** Test for lower-case texts. */
    readonly common: Effect.Effect<(text: string) => boolean>
  }
>()("stowage/services/platform/Passwords") {}
