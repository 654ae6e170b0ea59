import { Context, type Effect, type Redacted } from "effect"

export class Secrets extends Context.Service<
  Secrets,
  {
    readonly make: Effect.Effect<Redacted.Redacted>
    readonly id: Effect.Effect<string>
    /** 16 letters and digits in groups of four, 80 random bits. */
    readonly recoveryCode: Effect.Effect<Redacted.Redacted>
    /** SHA-256 in hex. */
    readonly digest: (text: string) => string
    readonly same: (one: string, other: string) => boolean
  }
>()("stowage/services/platform/Secrets") {}
