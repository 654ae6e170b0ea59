import { OidcClient, type OidcConnection } from "#services/identity/federation/OidcClient.ts"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { type Mischief, signingKey, startHostileProvider } from "../../support/oidc/hostileProvider.ts"
import {
  OidcClientOnLoopback,
  oidcConnection,
  TestHostileProvider,
  TestOidcProvider
} from "../../support/oidc/TestProviders.ts"
import { opensslLack } from "../../support/certificates.ts"
import { requirement } from "../../support/Requirement.ts"

const names = ["host allowed", "address and TLS", "discovery", "endpoints", "signing keys"]

const checksOf = Effect.fnUntraced(function* (mischief: Mischief, changes: Partial<OidcConnection> = {}) {
  const hostile = yield* TestHostileProvider
  const { issuer } = hostile.provider(mischief)
  return yield* (yield* OidcClient).check(oidcConnection({ ...hostile, issuer }, changes))
})

const failureIn = (checks: Effect.Success<ReturnType<typeof checksOf>>) => {
  const at = checks.findIndex(({ outcome }) => outcome === "failed")
  assert.deepStrictEqual(
    checks.map(({ name }) => name),
    names
  )
  assert.deepStrictEqual(
    checks.map(({ outcome }) => outcome),
    names.map((_, index) => (index < at ? "ok" : index === at ? "failed" : "skipped"))
  )
  return { name: checks[at]?.name, detail: checks[at]?.detail ?? "" }
}

const World = Layer.mergeAll(
  OidcClientOnLoopback(),
  TestHostileProvider.layer,
  TestOidcProvider.layer({ redirectUris: [], accounts: [] })
)

requirement("openssl", opensslLack())("trying a provider", () => {
  layer(World, { excludeTestServices: true })("the test of a provider", (it) => {
    it.effect("is all ok when nothing is wrong, and repeats no secret", () =>
      Effect.gen(function* () {
        const provider = yield* TestOidcProvider
        const checks = yield* (yield* OidcClient).check(oidcConnection(provider))
        assert.deepStrictEqual(
          checks.map(({ name, outcome }) => [name, outcome]),
          names.map((name) => [name, "ok"])
        )
        assert.notInclude(JSON.stringify(checks), provider.clientSecret)
        assert.match(checks[3]?.detail ?? "", /PKCE with S256 is supported/)
      })
    )

    it.effect("warns of a provider that does not say that it checks PKCE", () =>
      Effect.gen(function* () {
        const checks = yield* checksOf({})
        assert.deepStrictEqual([checks[3]?.outcome, checks[3]?.detail.includes("Warning: ")], ["ok", true])
      })
    )

    it.effect("names the list that a host is missing from", () =>
      Effect.gen(function* () {
        const { detail, name } = failureIn(yield* checksOf({}, { issuer: "https://idp.example.org" }))
        assert.strictEqual(name, "host allowed")
        assert.match(detail, /idp\.example\.org is not on OIDC_ALLOWED_HOSTS/)
      })
    )

    it.effect("asks for ca_certificate when the authority is unknown", () =>
      Effect.gen(function* () {
        const { detail, name } = failureIn(yield* checksOf({}, { ca_certificate: null }))
        assert.strictEqual(name, "address and TLS")
        assert.match(detail, /authority that is not trusted: give that authority's certificate as ca_certificate/)
      })
    )

    it.effect("says that a ca_certificate cannot be read", () =>
      Effect.gen(function* () {
        const { detail, name } = failureIn(
          yield* checksOf({}, { ca_certificate: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----" })
        )
        assert.strictEqual(name, "address and TLS")
        assert.match(detail, /^ca_certificate cannot be read/)
      })
    )

    for (const [what, sentence, made] of [
      ["has expired", /has expired/, { expired: true, host: "localhost" }],
      ["is for another host", /is for another host/, { expired: false, host: "idp.example.org" }]
    ] as const) {
      it.effect(`says that a certificate ${what}`, () =>
        Effect.gen(function* () {
          const hostile = yield* Effect.acquireRelease(
            Effect.promise(() =>
              startHostileProvider((authority) => authority.issue(made.host, { expired: made.expired }))
            ),
            (provider) => Effect.promise(() => provider.close())
          )
          const { issuer } = hostile.provider({})
          const { detail, name } = failureIn(yield* (yield* OidcClient).check(oidcConnection({ ...hostile, issuer })))
          assert.strictEqual(name, "address and TLS")
          assert.match(detail, sentence)
        })
      )
    }

    it.effect("says that nothing listens", () =>
      Effect.gen(function* () {
        const { detail, name } = failureIn(yield* checksOf({}, { issuer: "https://localhost:1" }))
        assert.strictEqual(name, "address and TLS")
        assert.match(detail, /Nothing listens at localhost:1/)
      })
    )

    const wrong: Record<
      string,
      readonly [step: string, detail: RegExp, mischief: Mischief, changes?: Partial<OidcConnection>]
    > = {
      "both issuers when they differ": [
        "discovery",
        /configured is https:\/\/localhost.*, the provider calls itself https:\/\/accounts\.example\.org/,
        { discovery: (document) => ({ body: { ...document, issuer: "https://accounts.example.org" } }) }
      ],
      "a redirect, which it does not follow": [
        "discovery",
        /redirect is not followed/,
        { discovery: () => ({ status: 301, headers: { location: "http://169.254.169.254/" }, body: {} }) }
      ],
      "every endpoint that may not be used": [
        "endpoints",
        /authorization_endpoint is not HTTPS.*; token_endpoint: evil\.net is not on OIDC_ALLOWED_HOSTS/,
        {
          discovery: (document) => ({
            body: { ...document, authorization_endpoint: "http://localhost/", token_endpoint: "https://evil.net/" }
          })
        }
      ],
      "a missing UserInfo endpoint when it is needed": [
        "endpoints",
        /userinfo_endpoint is missing/,
        { discovery: (document) => ({ body: { ...document, userinfo_endpoint: undefined } }) },
        { use_userinfo: true }
      ],
      "that the secret cannot be given": [
        "endpoints",
        /neither client_secret_basic nor client_secret_post/,
        {
          discovery: (document) => ({
            body: { ...document, token_endpoint_auth_methods_supported: ["private_key_jwt"] }
          })
        }
      ],
      "that no key serves the allowed algorithms": [
        "signing keys",
        /serves ES256, EdDSA/,
        {},
        { allowed_algorithms: ["ES256", "EdDSA"] }
      ],
      "that the provider signs in other ways": [
        "signing keys",
        /signs ID tokens with HS256; allowed_algorithms has RS256/,
        { discovery: (document) => ({ body: { ...document, id_token_signing_alg_values_supported: ["HS256"] } }) }
      ],
      "that the keys have no kid": [
        "signing keys",
        /has a kid/,
        { keys: ({ jwk }) => ({ body: { keys: [{ ...jwk, kid: undefined }] } }) }
      ],
      "that the keys are no keys": ["signing keys", /no set of keys/, { keys: () => ({ body: "keys" }) }],
      "a redirect of the keys": [
        "signing keys",
        /redirect is not followed/,
        { keys: () => ({ status: 302, headers: { location: "http://127.0.0.1/" }, body: {} }) }
      ]
    }
    for (const [what, [step, sentence, mischief, changes]] of Object.entries(wrong)) {
      it.effect(`says ${what}`, () =>
        Effect.gen(function* () {
          const { detail, name } = failureIn(yield* checksOf(mischief, changes))
          assert.strictEqual(name, step)
          assert.match(detail, sentence)
        })
      )
    }

    it.effect("finds keys on curves", () =>
      Effect.gen(function* () {
        const key = yield* Effect.promise(() => signingKey("elliptic", "ES256"))
        const checks = yield* checksOf(
          { keys: () => ({ body: { keys: [key.jwk] } }) },
          { allowed_algorithms: ["ES256"], clientSecret: null }
        )
        assert.deepInclude(checks[4], { outcome: "ok", detail: "Keys for ES256: 1" })
        assert.match(checks[3]?.detail ?? "", /this client has no secret/)
      })
    )

    it.effect("does not sign in, so it sends no secret", () =>
      Effect.gen(function* () {
        const hostile = yield* TestHostileProvider
        const { calls, issuer } = hostile.provider({})
        yield* (yield* OidcClient).check(
          oidcConnection({ ...hostile, issuer }, { clientSecret: Redacted.make("secret") })
        )
        assert.deepStrictEqual(calls, ["/.well-known/openid-configuration", "/jwks"])
      })
    )
  })

  layer(Layer.merge(OidcClientOnLoopback({ privateHosts: [] }), TestHostileProvider.layer), {
    excludeTestServices: true
  })("a provider in a private network", (it) => {
    it.effect("is not spoken to unless it is listed, and the test says where", () =>
      Effect.gen(function* () {
        const { detail, name } = failureIn(yield* checksOf({}))
        assert.strictEqual(name, "address and TLS")
        assert.match(detail, /list it in OUTBOUND_PRIVATE_HOSTS/)
      })
    )
  })
})
