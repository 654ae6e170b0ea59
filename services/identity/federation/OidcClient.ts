import type { FederatedIdentity, OidcConfig, ProviderCheck } from "#domain/identity/federation/Federation.ts"
import { Context, type Effect, type Redacted } from "effect"
import type { IdentityRefused, ProviderUnavailable } from "./providerFailures.ts"

export interface OidcConnection extends OidcConfig {
  /** Null for a public client. */
  readonly clientSecret: Redacted.Redacted | null
  /** Where the provider sends people back to. */
  readonly redirectUri: string
}

/** What binds a callback to the start that it answers. */
export interface OidcProof {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: Redacted.Redacted
}

/**
 * OpenID Connect 1.0, authorization code with PKCE (S256), state and nonce. Every endpoint that is called is HTTPS on a
 * host of OIDC_ALLOWED_HOSTS; no redirect is followed; every call has a time-out and a size limit.
 */
export class OidcClient extends Context.Service<OidcClient, {
  readonly authorizationUrl: (connection: OidcConnection, proof: OidcProof) => Effect.Effect<string, ProviderUnavailable>
  /**
   * Redeems the code of a callback. The ID token must have a `kid`, an allowed asymmetric algorithm, our issuer, audience
   * and nonce, and `email_verified` true; else `IdentityRefused`. `callback`: the address as it was called, with its query.
   */
  readonly identify: (
    connection: OidcConnection,
    proof: OidcProof,
    callback: URL
  ) => Effect.Effect<FederatedIdentity, IdentityRefused | ProviderUnavailable>
  /** Host, discovery, endpoints, keys: each with what is wrong. Signs nobody in. */
  readonly check: (connection: OidcConnection) => Effect.Effect<ReadonlyArray<ProviderCheck>>
}>()("stowage/services/identity/federation/OidcClient") {}
