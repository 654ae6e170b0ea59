import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import { Effect, Redacted } from "effect"

/** A key pair as targets carry it. */
export const heldKey = (accessKey: string, secretKey: string): GatewayCredential =>
  GatewayCredential.held({ accessKey, secretKey: Redacted.make(secretKey), sessionToken: null })

/** What a target's credential opens to, in the clear. */
export const openedKey = ({ credential }: { readonly credential: GatewayCredential }) =>
  Effect.map(credential.open, ({ accessKey, secretKey }) => ({ accessKey, secretKey: Redacted.value(secretKey) }))
