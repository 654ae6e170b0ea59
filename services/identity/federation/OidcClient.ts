import type { FederatedIdentity, OidcConfig, ProviderCheck } from "#domain/identity/federation/Federation.ts"
import { Context, type Effect, type Redacted } from "effect"
import type { IdentityRefused, ProviderUnavailable } from "./providerFailures.ts"

export interface OidcConnection extends OidcConfig {
  readonly clientSecret: Redacted.Redacted | null
  readonly redirectUri: string
}

export interface OidcProof {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: Redacted.Redacted
}

/** Calls only HTTPS endpoints on hosts of OIDC_ALLOWED_HOSTS, without redirects, with timeout and size limit. */
export class OidcClient extends Context.Service<
  OidcClient,
  {
    readonly authorizationUrl: (
      connection: OidcConnection,
      proof: OidcProof
    ) => Effect.Effect<string, ProviderUnavailable>
    /** `IdentityRefused` without `kid`, asymmetric algorithm, our issuer, audience and nonce, or `email_verified`. */
    readonly identify: (
      connection: OidcConnection,
      proof: OidcProof,
      callback: URL
    ) => Effect.Effect<FederatedIdentity, IdentityRefused | ProviderUnavailable>
    readonly check: (connection: OidcConnection) => Effect.Effect<ReadonlyArray<ProviderCheck>>
  }
>()("stowage/services/identity/federation/OidcClient") {}
