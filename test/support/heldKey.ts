import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import { Effect, Redacted } from "effect"

export const heldKey = (accessKey: string, secretKey: string): GatewayCredential =>
  GatewayCredential.opened({ accessKey, secretKey: Redacted.make(secretKey), sessionToken: null })

export const openedKey = ({ credential }: { readonly credential: GatewayCredential }) =>
  Effect.map(credential.open, ({ accessKey, secretKey }) => ({ accessKey, secretKey: Redacted.value(secretKey) }))
