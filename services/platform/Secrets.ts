import { Context, type Effect, type Redacted } from "effect"

/** Random values, their digests, and comparing them without telling where they differ. */
export class Secrets extends Context.Service<Secrets, {
  /** 256 random bits in base64url. */
  readonly make: Effect.Effect<Redacted.Redacted>
  /** A random UUID. */
  readonly id: Effect.Effect<string>
  /** A code for people: 16 letters and digits in groups of four, 80 random bits. */
  readonly recoveryCode: Effect.Effect<Redacted.Redacted>
  /** SHA-256 in hex: what is stored of a value that only its owner keeps. */
  readonly digest: (text: string) => string
  /** Equality in constant time. */
  readonly same: (one: string, other: string) => boolean
}>()("stowage/services/platform/Secrets") {}
