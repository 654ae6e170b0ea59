import { Effect, Equal, Hash, Redacted } from "effect"

/** A key of a gateway, opened; its secrets never leave as text. */
export interface OpenCredential {
  readonly accessKey: string
  readonly secretKey: Redacted.Redacted
  readonly sessionToken: Redacted.Redacted | null
}

/**
 * As whom a gateway is called. A stored credential stays sealed until somebody really calls: only `open` decrypts, and only
 * adapters open. Two are equal when they open to the same key, so that clients can be kept by them.
 */
export class GatewayCredential implements Equal.Equal {
  readonly accessKey: string
  readonly open: Effect.Effect<OpenCredential>
  readonly #identity: Redacted.Redacted

  private constructor(accessKey: string, identity: Redacted.Redacted, open: Effect.Effect<OpenCredential>) {
    this.accessKey = accessKey
    this.#identity = identity
    this.open = open
  }

  /** One that lies sealed; `sealed` is the ciphertext, by which a rotated secret is another credential. */
  static sealed(accessKey: string, sealed: string, open: Effect.Effect<Omit<OpenCredential, "accessKey">>) {
    return new GatewayCredential(accessKey, Redacted.make(sealed), Effect.map(open, (secrets) => ({ accessKey, ...secrets })))
  }

  /** One that was typed in, or given by the gateway, this moment. */
  static held(key: OpenCredential) {
    const { accessKey, secretKey, sessionToken } = key
    const identity = JSON.stringify([Redacted.value(secretKey), sessionToken === null ? null : Redacted.value(sessionToken)])
    return new GatewayCredential(accessKey, Redacted.make(identity), Effect.succeed(key))
  }

  [Equal.symbol](that: Equal.Equal): boolean {
    return that instanceof GatewayCredential && this.accessKey === that.accessKey &&
      Redacted.value(this.#identity) === Redacted.value(that.#identity)
  }

  [Hash.symbol](): number {
    return Hash.string(this.accessKey)
  }
}
