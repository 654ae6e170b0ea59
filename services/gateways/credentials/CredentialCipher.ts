import { Context, type Effect, type Redacted, Schema } from "effect"

/** Stored ciphertext that cannot be decrypted: the key left the ring, or the text was moved or altered. */
export class CredentialUnreadable extends Schema.TaggedError<CredentialUnreadable>()("CredentialUnreadable", {
  purpose: Schema.String
}) {
  override get message() {
    return `the stored credential for ${this.purpose} cannot be read: is its key still in CREDENTIAL_KEYS?`
  }
}

/** `purpose`, e.g. `storage_endpoint/3/admin`, is authenticated: copies in other rows do not decrypt. */
export class CredentialCipher extends Context.Service<
  CredentialCipher,
  {
    /** Column text of version, key id, nonce and ciphertext, encrypted with the first key of the ring. */
    readonly encrypt: (purpose: string, credential: Redacted.Redacted) => Effect.Effect<string>
    /** Prefix of texts encrypted with the first key; others are due for re-encryption. */
    readonly currentPrefix: string
    readonly decrypt: (purpose: string, text: string) => Effect.Effect<Redacted.Redacted, CredentialUnreadable>
  }
>()("stowage/services/gateways/credentials/CredentialCipher") {}
