import { createRemoteJWKSet, customFetch as jwksFetch, type RemoteJWKSet } from "jose"
import { ClientError, customFetch, discovery, None, type ServerMetadata } from "openid-client"
import type { OidcConnection } from "#services/identity/federation/OidcClient.ts"
import { Effect } from "effect"
import type { Outbound } from "../outbound/Outbound.ts"
import { CallFailed, callFailedIn } from "./CallFailed.ts"
import { type GuardedFetch, guardedFetch } from "./guardedFetch.ts"

export interface Provider {
  readonly metadata: ServerMetadata
  readonly keys: RemoteJWKSet
  readonly fetch: GuardedFetch
}

export type ProviderAddress = Pick<OidcConnection, "issuer" | "ca_certificate">

/** Milliseconds. */
export const providerAge = 5 * 60_000

const differs = (configured: string, issuer: unknown) =>
  new CallFailed(
    "answer",
    `The issuer differs: configured is ${configured}, the provider calls itself ${String(issuer).slice(0, 200)}`
  )

const otherIssuerIn = (error: unknown): unknown => {
  if (!(error instanceof ClientError) || error.code !== "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED") return undefined
  const { cause } = error
  return typeof cause === "object" &&
    cause !== null &&
    "body" in cause &&
    typeof cause.body === "object" &&
    cause.body !== null &&
    "issuer" in cause.body
    ? cause.body.issuer
    : undefined
}

const troubleOf = (issuer: string, error: unknown): CallFailed => {
  const failed = callFailedIn(error)
  if (failed !== undefined) return failed
  const other = otherIssuerIn(error)
  if (other !== undefined) return differs(issuer, other)
  const code = error instanceof ClientError ? error.code : undefined
  if (code === "OAUTH_RESPONSE_IS_NOT_CONFORM")
    return new CallFailed("answer", `There is no discovery document below ${issuer}`)
  return new CallFailed("answer", `What ${issuer} answers is no discovery document`)
}

const jwksUriOf = (metadata: ServerMetadata) => (metadata.jwks_uri === undefined ? null : URL.parse(metadata.jwks_uri))

/** Compares the issuer exactly (Discovery 1.0, 4.3): openid-client normalises it and accepts vendors' templates. */
export const discoverProvider = (
  outbound: Outbound["Service"],
  { ca_certificate, issuer }: ProviderAddress
): Effect.Effect<Provider, CallFailed> =>
  Effect.tryPromise({
    try: async () => {
      const fetch = guardedFetch(outbound, ca_certificate)
      const configuration = await discovery(new URL(issuer), "discovery", undefined, None(), { [customFetch]: fetch })
      const metadata = configuration.serverMetadata()
      if (metadata.issuer !== issuer) throw differs(issuer, metadata.issuer)
      const jwksUri = jwksUriOf(metadata)
      if (jwksUri === null) throw new CallFailed("answer", `The discovery document of ${issuer} names no jwks_uri`)
      // an unknown kid reloads the keys at once: only the provider's own tokens get here
      const keys = createRemoteJWKSet(jwksUri, { [jwksFetch]: fetch, cooldownDuration: 0, cacheMaxAge: providerAge })
      return { metadata, keys, fetch }
    },
    catch: (error) => troubleOf(issuer, error)
  })
