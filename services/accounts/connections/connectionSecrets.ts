import { Effect, Redacted, Schema } from "effect"
import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import type { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"

/** Secret key and session token are sealed together, because neither works alone. */
const SecretsJson = Schema.fromJsonString(
  Schema.Struct({ secret_key: Schema.String, session_token: Schema.NullOr(Schema.String) })
)

export const connectionSecretPurpose = (seal: string) => `s3_connection/${seal}`

export const sealConnection = (
  cipher: CredentialCipher["Service"],
  seal: string,
  secretKey: Redacted.Redacted,
  sessionToken: Redacted.Redacted | null
): Effect.Effect<string> =>
  Schema.encodeEffect(SecretsJson)({
    secret_key: Redacted.value(secretKey),
    session_token: sessionToken === null ? null : Redacted.value(sessionToken)
  }).pipe(
    Effect.orDie,
    Effect.flatMap((text) => cipher.encrypt(connectionSecretPurpose(seal), Redacted.make(text)))
  )

export const connectionCredential = (
  cipher: CredentialCipher["Service"],
  { access_key, seal, secret }: { readonly access_key: string; readonly secret: string; readonly seal: string }
): GatewayCredential =>
  GatewayCredential.sealed(
    access_key,
    secret,
    Effect.gen(function* () {
      const text = yield* cipher.decrypt(connectionSecretPurpose(seal), secret)
      const { secret_key, session_token } = yield* Schema.decodeEffect(SecretsJson)(Redacted.value(text))
      return {
        secretKey: Redacted.make(secret_key),
        sessionToken: session_token === null ? null : Redacted.make(session_token)
      }
    }).pipe(Effect.orDie)
  )
