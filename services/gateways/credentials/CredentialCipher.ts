import { Context, type Effect, type Redacted, Schema } from "effect"

/** What was stored cannot be decrypted: its key left the ring, it was moved to another row, or it was altered. */
export class CredentialUnreadable extends Schema.TaggedError<CredentialUnreadable>()("CredentialUnreadable", {
  purpose: Schema.String
}) {
  override get message() {
    return `the stored credential for ${this.purpose} cannot be read: is its key still in CREDENTIAL_KEYS?`
  }
}

/**
 * Encrypts the credentials that the product must be able to use again (gateway keys, direct S3 sessions).
 * `purpose` names the place where the text is kept, e.g. `storage_endpoint/3/admin`; it is authenticated, so a
 * ciphertext that is copied to another row does not decrypt there.
 */
export class CredentialCipher extends Context.Service<CredentialCipher, {
  /** Text for a column: version, key id, nonce and ciphertext. Encrypts with the ring's first key. */
  readonly encrypt: (purpose: string, credential: Redacted.Redacted) => Effect.Effect<string>
  /** How every text begins that the ring's first key encrypted: what begins otherwise is due for re-encryption. */
  readonly currentPrefix: string
  /** Decrypts with whichever key of the ring encrypted it. */
  readonly decrypt: (purpose: string, text: string) => Effect.Effect<Redacted.Redacted, CredentialUnreadable>
}>()("stowage/services/gateways/credentials/CredentialCipher") {}
