import { OidcConfig } from "#domain/identity/federation/Federation.ts"
import { layer as OidcClientLayer } from "#layers/oidc/OidcClientOpenid.ts"
import { Outbound } from "#layers/outbound/Outbound.ts"
import type { OidcConnection, OidcProof } from "#services/identity/federation/OidcClient.ts"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { TestSettings } from "../testSettings.ts"
import { type HostileProvider, startHostileProvider } from "./hostileProvider.ts"
import { type OidcProvider, type OidcProviderOptions, startOidcProvider } from "./oidcProvider.ts"

export class TestOidcProvider extends Context.Service<TestOidcProvider, OidcProvider>()(
  "stowage/test/TestOidcProvider"
) {
  static readonly layer = (options: OidcProviderOptions) =>
    Layer.effect(
      this,
      Effect.acquireRelease(
        Effect.promise(() => startOidcProvider(options)),
        (provider) => Effect.promise(() => provider.close())
      )
    )
}

export class TestHostileProvider extends Context.Service<TestHostileProvider, HostileProvider>()(
  "stowage/test/TestHostileProvider"
) {
  static readonly layer = Layer.effect(
    this,
    Effect.acquireRelease(
      Effect.promise(() => startHostileProvider()),
      (provider) => Effect.promise(() => provider.close())
    )
  )
}

export const OidcClientOnLoopback = (
  outbound: { readonly oidcHosts?: ReadonlyArray<string>; readonly privateHosts?: ReadonlyArray<string> } = {}
) =>
  OidcClientLayer.pipe(
    Layer.provide(Outbound.layer),
    Layer.provide(
      TestSettings({ outbound: { oidcHosts: ["localhost"], ldapHosts: [], privateHosts: ["localhost"], ...outbound } })
    )
  )

export const redirectUri = "http://localhost:8080/api/auth/oidc/test/callback"

export const oidcConnection = (
  provider: Pick<OidcProvider, "issuer" | "caPem" | "clientId" | "clientSecret">,
  overrides: Partial<OidcConnection> = {}
): OidcConnection => ({
  ...Schema.decodeSync(OidcConfig)({
    issuer: provider.issuer,
    client_id: provider.clientId,
    ca_certificate: provider.caPem.trim()
  }),
  clientSecret: Redacted.make(provider.clientSecret),
  redirectUri,
  ...overrides
})

export const oidcProof = (overrides: Partial<OidcProof> = {}): OidcProof => ({
  state: "the-state-of-the-test",
  nonce: "the-nonce-of-the-test",
  codeVerifier: Redacted.make("verifier".repeat(8)),
  ...overrides
})
