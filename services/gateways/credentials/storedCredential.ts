import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import { Effect } from "effect"
import type { CredentialCipher } from "./CredentialCipher.ts"

/** Stored key pair, sealed until a gateway is called. An unreadable secret is a defect of the installation. */
export const storedCredential = (
  cipher: CredentialCipher["Service"],
  key: {
    readonly accessKey: string
    readonly sealed: string
    readonly purpose: string
  }
): GatewayCredential =>
  GatewayCredential.sealed(
    key.accessKey,
    key.sealed,
    cipher.decrypt(key.purpose, key.sealed).pipe(
      Effect.map((secretKey) => ({ secretKey, sessionToken: null })),
      Effect.orDie
    )
  )
