import { Effect, Equal, Hash, Redacted } from "effect"

export interface OpenCredential {
  readonly accessKey: string
  readonly secretKey: Redacted.Redacted
  readonly sessionToken: Redacted.Redacted | null
}

/** Encrypted until `open`. Equal when both open to the same key, so that clients can be cached. */
export class GatewayCredential implements Equal.Equal {
  readonly accessKey: string
  readonly open: Effect.Effect<OpenCredential>
  readonly #identity: Redacted.Redacted

  private constructor(accessKey: string, identity: Redacted.Redacted, open: Effect.Effect<OpenCredential>) {
    this.accessKey = accessKey
    this.#identity = identity
    this.open = open
  }

  /** `sealed`: ciphertext, so that a rotated secret is a different credential. */
  static sealed(accessKey: string, sealed: string, open: Effect.Effect<Omit<OpenCredential, "accessKey">>) {
    return new GatewayCredential(
      accessKey,
      Redacted.make(sealed),
      Effect.map(open, (secrets) => ({ accessKey, ...secrets }))
    )
  }

  static opened(key: OpenCredential) {
    const { accessKey, secretKey, sessionToken } = key
    const identity = JSON.stringify([
      Redacted.value(secretKey),
      sessionToken === null ? null : Redacted.value(sessionToken)
    ])
    return new GatewayCredential(accessKey, Redacted.make(identity), Effect.succeed(key))
  }

  [Equal.symbol](that: Equal.Equal): boolean {
    return (
      that instanceof GatewayCredential &&
      this.accessKey === that.accessKey &&
      Redacted.value(this.#identity) === Redacted.value(that.#identity)
    )
  }

  [Hash.symbol](): number {
    return Hash.string(this.accessKey)
  }
}
