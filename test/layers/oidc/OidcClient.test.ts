import { OidcClient, type OidcConnection, type OidcProof } from "#services/identity/federation/OidcClient.ts"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { createHash } from "node:crypto"
import { startOidcProvider, type OidcProviderOptions } from "../../support/oidc/oidcProvider.ts"
import {
  OidcClientOnLoopback,
  oidcConnection,
  oidcProof,
  redirectUri,
  TestOidcProvider
} from "../../support/oidc/TestProviders.ts"
import { opensslLack } from "../../support/certificates.ts"
import { requirement } from "../../support/Requirement.ts"

const options: OidcProviderOptions = {
  redirectUris: [redirectUri],
  accounts: [
    { sub: "anna", email: "anna@example.org", email_verified: true, name: "Anna Lind" },
    { sub: "ben", email: "ben@example.org", email_verified: false, name: "Ben" },
    { sub: "carl", email: "carl@example.org", email_verified: true }
  ]
}

const World = Layer.merge(OidcClientOnLoopback(), TestOidcProvider.layer(options))

const signIn = Effect.fnUntraced(function* (
  connection: OidcConnection,
  walk: (url: string) => Promise<URL>,
  answering: OidcProof = oidcProof()
) {
  const client = yield* OidcClient
  const url = yield* client.authorizationUrl(connection, oidcProof())
  const callback = yield* Effect.promise(() => walk(url))
  return yield* client.identify(connection, answering, callback)
})

const providerWith = (changes: Partial<OidcProviderOptions>) =>
  Effect.acquireRelease(
    Effect.promise(() => startOidcProvider({ ...options, ...changes })),
    (provider) => Effect.promise(() => provider.close())
  )

requirement("openssl", opensslLack())("a real provider", () => {
  layer(World, { excludeTestServices: true })("signing in at an OpenID Connect provider", (it) => {
    it.effect("brings the subject, the verified address and the name", () =>
      Effect.gen(function* () {
        const provider = yield* TestOidcProvider
        const identity = yield* signIn(oidcConnection(provider), (url) => provider.signIn(url, "anna"))
        assert.deepStrictEqual(identity, {
          subject: "anna",
          email: "anna@example.org",
          emailVerified: true,
          name: "Anna Lind"
        })
      })
    )

    it.effect("needs no name", () =>
      Effect.gen(function* () {
        const provider = yield* TestOidcProvider
        const identity = yield* signIn(oidcConnection(provider), (url) => provider.signIn(url, "carl"))
        assert.isNull(identity.name)
      })
    )

    it.effect("begins with a code flow bound by state, nonce and an S256 challenge, never the verifier", () =>
      Effect.gen(function* () {
        const provider = yield* TestOidcProvider
        const proof = oidcProof()
        const url = new URL(yield* (yield* OidcClient).authorizationUrl(oidcConnection(provider), proof))
        assert.strictEqual(url.origin, provider.issuer)
        const verifier = Redacted.value(proof.codeVerifier)
        assert.deepStrictEqual(Object.fromEntries(url.searchParams), {
          response_type: "code",
          client_id: "stowage",
          redirect_uri: redirectUri,
          scope: "openid email profile",
          state: proof.state,
          nonce: proof.nonce,
          code_challenge: createHash("sha256").update(verifier).digest("base64url"),
          code_challenge_method: "S256"
        })
      })
    )

    it.effect("is refused while the address is not verified", () =>
      Effect.gen(function* () {
        const provider = yield* TestOidcProvider
        const failure = yield* signIn(oidcConnection(provider), (url) => provider.signIn(url, "ben")).pipe(Effect.flip)
        assert.deepInclude(failure, {
          _tag: "IdentityRefused",
          reason: "The provider does not say that the e-mail address is verified (email_verified)"
        })
      })
    )

    it.effect("is refused to whoever presses Cancel", () =>
      Effect.gen(function* () {
        const provider = yield* TestOidcProvider
        const failure = yield* signIn(oidcConnection(provider), provider.cancel).pipe(Effect.flip)
        assert.deepInclude(failure, { _tag: "IdentityRefused", reason: "The sign-in was denied at the provider" })
      })
    )

    it.effect("takes a code once", () =>
      Effect.gen(function* () {
        const provider = yield* TestOidcProvider
        const client = yield* OidcClient
        const connection = oidcConnection(provider)
        const callback = yield* Effect.flatMap(client.authorizationUrl(connection, oidcProof()), (url) =>
          Effect.promise(() => provider.signIn(url, "anna"))
        )
        yield* client.identify(connection, oidcProof(), callback)
        const failure = yield* Effect.flip(client.identify(connection, oidcProof(), callback))
        assert.strictEqual(failure._tag, "IdentityRefused")
      })
    )

    for (const [what, changes] of Object.entries<Partial<OidcProof>>({
      state: { state: "another state" },
      nonce: { nonce: "another nonce" },
      "code verifier": { codeVerifier: Redacted.make("another-verifier".repeat(4)) }
    })) {
      it.effect(`is refused with another ${what}`, () =>
        Effect.gen(function* () {
          const provider = yield* TestOidcProvider
          const failure = yield* signIn(
            oidcConnection(provider),
            (url) => provider.signIn(url, "anna"),
            oidcProof(changes)
          ).pipe(Effect.flip)
          assert.strictEqual(failure._tag, "IdentityRefused")
        })
      )
    }

    it.effect("says that a wrong secret is a matter of the set-up, and does not repeat it", () =>
      Effect.gen(function* () {
        const provider = yield* TestOidcProvider
        const connection = oidcConnection(provider, { clientSecret: Redacted.make("a wrong secret") })
        const failure = yield* signIn(connection, (url) => provider.signIn(url, "anna")).pipe(Effect.flip)
        assert.strictEqual(failure._tag, "ProviderUnavailable")
        assert.match(failure.reason, /check client_id and client_secret/)
        assert.notInclude(failure.reason, "a wrong secret")
      })
    )

    it.effect("works behind a proxy that shows another address than the redirect URI", () =>
      Effect.gen(function* () {
        const provider = yield* TestOidcProvider
        const moved = async (url: string) =>
          new URL((await provider.signIn(url, "anna")).search, "http://10.0.0.7:3000/inner/path")
        const identity = yield* signIn(oidcConnection(provider), moved)
        assert.strictEqual(identity.subject, "anna")
      })
    )

    it.effect("asks UserInfo where the ID token has no address", () =>
      Effect.gen(function* () {
        const provider = yield* providerWith({ claimsIn: "userinfo" })
        const walk = (url: string) => provider.signIn(url, "anna")
        const failure = yield* Effect.flip(signIn(oidcConnection(provider), walk))
        assert.match(failure.reason, /use_userinfo/)
        const identity = yield* signIn(oidcConnection(provider, { use_userinfo: true }), walk)
        assert.deepStrictEqual(identity, {
          subject: "anna",
          email: "anna@example.org",
          emailVerified: true,
          name: "Anna Lind"
        })
      })
    )

    for (const clientAuthentication of ["client_secret_post", "none"] as const) {
      it.effect(`gives the secret as the provider wants it: ${clientAuthentication}`, () =>
        Effect.gen(function* () {
          const provider = yield* providerWith({ clientAuthentication })
          const connection = oidcConnection(provider, clientAuthentication === "none" ? { clientSecret: null } : {})
          const identity = yield* signIn(connection, (url) => provider.signIn(url, "anna"))
          assert.strictEqual(identity.subject, "anna")
        })
      )
    }
  })
})
