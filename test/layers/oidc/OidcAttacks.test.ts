import { OidcClient, type OidcConnection } from "#services/identity/federation/OidcClient.ts"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SignJWT } from "jose"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { forgedToken, hmac, type Mischief, signingKey } from "../../support/oidc/hostileProvider.ts"
import {
  OidcClientOnLoopback,
  oidcConnection,
  oidcProof,
  redirectUri,
  TestHostileProvider
} from "../../support/oidc/TestProviders.ts"
import { opensslLack } from "../../support/certificates.ts"
import { requirement } from "../../support/Requirement.ts"

const World = Layer.merge(OidcClientOnLoopback(), TestHostileProvider.layer)

const callback = new URL(`${redirectUri}?code=a-stolen-code&state=${oidcProof().state}`)

const victim = Effect.fnUntraced(function* (mischief: Mischief, changes: Partial<OidcConnection> = {}) {
  const [client, hostile] = [yield* OidcClient, yield* TestHostileProvider]
  const { calls, issuer } = hostile.provider(mischief)
  const connection = oidcConnection({ ...hostile, issuer }, changes)
  const proof = oidcProof({ nonce: hostile.nonce })
  return {
    calls,
    issuer,
    identify: client.identify(connection, proof, callback),
    identifyAt: (url: URL) => client.identify(connection, proof, url),
    start: client.authorizationUrl(connection, proof)
  }
})

const failureOf = (mischief: Mischief, changes: Partial<OidcConnection> = {}) =>
  Effect.flatMap(victim(mischief, changes), ({ identify }) => Effect.flip(identify))

const ES256 = await signingKey("elliptic", "ES256")
const stranger = await signingKey("stranger")

const badTokens: Record<string, Mischief> = {
  "with the algorithm none": {
    idToken: async (claims) => forgedToken({ alg: "none", kid: "first" }, claims, () => "")
  },
  "signed by HMAC with the public key": {
    idToken: async (claims, { publicPem }) => forgedToken({ alg: "HS256", kid: "first" }, claims, hmac(publicPem))
  },
  "signed by HMAC with the client's secret, as the provider advertises": {
    discovery: (document) => ({ body: { ...document, id_token_signing_alg_values_supported: ["HS256", "RS256"] } }),
    idToken: async (claims) =>
      forgedToken({ alg: "HS256", kid: "first" }, claims, hmac("the client's secret, of 32 letters"))
  },
  "with an algorithm that is not allowed here": {
    discovery: (document) => ({ body: { ...document, id_token_signing_alg_values_supported: ["ES256"] } }),
    keys: () => ({ body: { keys: [ES256.jwk] } }),
    idToken: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "elliptic" }).sign(ES256.privateKey)
  },
  "without a kid": { header: { kid: undefined } },
  "with an empty kid": { header: { kid: "" } },
  "with an unknown kid": { header: { kid: "nobody" } },
  "signed by a stranger under a known kid": {
    idToken: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "first" }).sign(stranger.privateKey)
  },
  "that brings its own key": {
    idToken: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid: "stranger", jwk: stranger.jwk })
        .sign(stranger.privateKey)
  },
  "whose signature is cut off": {
    idToken: async (claims) => forgedToken({ alg: "RS256", kid: "first" }, claims, () => "")
  },
  "with a critical header nobody knows": {
    idToken: async (claims) => forgedToken({ alg: "RS256", kid: "first", crit: ["x"], x: 1 }, claims, () => "AA")
  },
  "of another issuer": { claims: { iss: "https://accounts.example.org" } },
  "without an issuer": { claims: { iss: undefined } },
  "for another audience": { claims: { aud: "another client" } },
  "for several audiences, made for another party": {
    claims: { aud: ["stowage", "another client"], azp: "another client" }
  },
  "with another nonce": { claims: { nonce: "another nonce" } },
  "without a nonce": { claims: { nonce: undefined } },
  "that has expired": { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } },
  "without an expiry": { claims: { exp: undefined } },
  "from the future (iat)": {
    claims: { iat: Math.floor(Date.now() / 1000) + 3600, exp: Math.floor(Date.now() / 1000) + 7200 }
  },
  "that was made at no moment": { claims: { iat: "now" } },
  "whose address holds NUL": { claims: { email: "anna\0@example.org" } },
  "whose address holds half a character": { claims: { email: "anna\ud800@example.org" } },
  "whose address holds a line break": { claims: { email: "anna\r\n@example.org" } },
  "whose address is none": { claims: { email: "anna" } },
  "whose subject holds NUL": { claims: { sub: "subject\0" } },
  "whose subject holds half a character": { claims: { sub: "subject\udc00" } },
  "that is not valid yet": { claims: { nbf: Math.floor(Date.now() / 1000) + 3600 } },
  "without a subject": { claims: { sub: undefined } },
  "with an empty subject": { claims: { sub: "" } },
  "with an endless subject": { claims: { sub: "s".repeat(300) } },
  "that says the address is not verified": { claims: { email_verified: false } },
  "that does not say that the address is verified": { claims: { email_verified: undefined } },
  "that says so as a text": { claims: { email_verified: "true" } },
  "without an address": { claims: { email: undefined } },
  "that is none": { idToken: async () => "no token at all" },
  "that is left out": { token: { body: { access_token: "an access token", token_type: "Bearer" } } }
}

requirement("openssl", opensslLack())("a hostile provider", () => {
  layer(World, { excludeTestServices: true })("an ID token is refused", (it) => {
    for (const [name, mischief] of Object.entries(badTokens)) {
      it.effect(name, () =>
        Effect.gen(function* () {
          const failure = yield* failureOf(mischief)
          assert.strictEqual(failure._tag, "IdentityRefused", failure.reason)
          for (const secret of ["subject-1", "anna@", "secret, of 32", "a-stolen-code", "eyJ"])
            assert.notInclude(failure.reason, secret)
        })
      )
    }

    it.effect("never when nothing is wrong with it", () =>
      Effect.gen(function* () {
        const identity = yield* Effect.flatMap(victim({}), ({ identify }) => identify)
        assert.deepStrictEqual(identity, {
          subject: "subject-1",
          email: "anna@example.org",
          emailVerified: true,
          name: "Anna"
        })
      })
    )
  })

  layer(World, { excludeTestServices: true })("a provider whose clock is wrong", (it) => {
    const seconds = (from: number) => Math.floor(Date.now() / 1000) + from
    it.effect("by less than half a minute is understood, before and behind ours", () =>
      Effect.gen(function* () {
        for (const claims of [{ exp: seconds(-20) }, { iat: seconds(20), nbf: seconds(20), exp: seconds(300) }]) {
          assert.strictEqual(
            (yield* Effect.flatMap(victim({ claims }), ({ identify }) => identify)).subject,
            "subject-1"
          )
        }
      })
    )

    it.effect("by more is refused", () =>
      Effect.gen(function* () {
        for (const claims of [{ exp: seconds(-45) }, { nbf: seconds(45) }, { iat: seconds(45), exp: seconds(300) }]) {
          assert.strictEqual((yield* failureOf({ claims }))._tag, "IdentityRefused")
        }
      })
    )
  })

  layer(World, { excludeTestServices: true })("a name that the provider gives", (it) => {
    it.effect("is kept as a line that the database can hold, whatever it was", () =>
      Effect.gen(function* () {
        for (const [name, kept] of [
          ["Anna\0 Smith", "Anna\ufffd Smith"],
          ["Anna\r\nSmith", "Anna Smith"],
          [`${"x".repeat(199)}😀`, `${"x".repeat(199)}\ufffd`],
          ["\ud800", "\ufffd"],
          ["\n", null]
        ] as const) {
          assert.strictEqual(
            (yield* Effect.flatMap(victim({ claims: { name } }), ({ identify }) => identify)).name,
            kept
          )
        }
      })
    )
  })

  layer(World, { excludeTestServices: true })("a callback is refused", (it) => {
    it.effect("with another state, before the provider is asked anything", () =>
      Effect.gen(function* () {
        const { calls, identifyAt } = yield* victim({})
        const failure = yield* Effect.flip(identifyAt(new URL(`${redirectUri}?code=a-stolen-code&state=another`)))
        assert.deepStrictEqual([failure._tag, calls], ["IdentityRefused", []])
      })
    )

    it.effect("from another issuer, before the code is sent anywhere (RFC 9207)", () =>
      Effect.gen(function* () {
        const { calls, identifyAt } = yield* victim({})
        const failure = yield* Effect.flip(
          identifyAt(new URL(`${callback.href}&iss=https%3A%2F%2Faccounts.example.org`))
        )
        assert.strictEqual(failure._tag, "IdentityRefused")
        assert.notInclude(calls, "/token")
      })
    )

    it.effect("that tries to write to the log", () =>
      Effect.gen(function* () {
        const { identifyAt } = yield* victim({})
        const failure = yield* Effect.flip(
          identifyAt(new URL(`${redirectUri}?error=Call%20+1%20555%20now&state=${oidcProof().state}`))
        )
        assert.notInclude(failure.reason, "Call")
      })
    )
  })

  layer(World, { excludeTestServices: true })("UserInfo", (it) => {
    const use_userinfo = true
    const saying = (body: object): Mischief => ({
      claims: { email: undefined, email_verified: undefined },
      userInfo: { body }
    })

    it.effect("of another subject is refused", () =>
      Effect.gen(function* () {
        const failure = yield* failureOf(saying({ sub: "subject-2", email: "eve@example.org", email_verified: true }), {
          use_userinfo
        })
        assert.deepInclude(failure, {
          _tag: "IdentityRefused",
          reason: "UserInfo speaks of another subject than the ID token"
        })
      })
    )

    it.effect("cannot borrow the proof of the ID token's address for its own", () =>
      Effect.gen(function* () {
        const failure = yield* failureOf(
          { userInfo: { body: { sub: "subject-1", email: "eve@example.org" } } },
          { use_userinfo }
        )
        assert.strictEqual(failure._tag, "IdentityRefused")
      })
    )

    it.effect("as a token is verified like one", () =>
      Effect.gen(function* () {
        const body = forgedToken(
          { alg: "RS256", kid: "first" },
          { sub: "subject-1", email: "eve@example.org", email_verified: true },
          () => "AAAA"
        )
        const failure = yield* failureOf(
          {
            discovery: (document) => ({ body: { ...document, userinfo_signing_alg_values_supported: ["RS256"] } }),
            userInfo: { headers: { "content-type": "application/jwt" }, body }
          },
          { use_userinfo }
        )
        assert.strictEqual(failure._tag, "IdentityRefused", failure.reason)
      })
    )

    it.effect("is not asked unless configured", () =>
      Effect.gen(function* () {
        const { calls, identify } = yield* victim({})
        yield* identify
        assert.deepStrictEqual(calls, ["/.well-known/openid-configuration", "/token", "/jwks"])
      })
    )
  })

  const uselessProviders: Record<string, readonly [Mischief, RegExp]> = {
    "an authorization endpoint without TLS": [
      { discovery: (document) => ({ body: { ...document, authorization_endpoint: "http://localhost/authorize" } }) },
      /authorization_endpoint is not HTTPS/
    ],
    "an authorization endpoint on a host that is not allowed": [
      {
        discovery: (document) => ({
          body: { ...document, authorization_endpoint: "https://evil.example.org/authorize" }
        })
      },
      /authorization_endpoint: evil\.example\.org is not on OIDC_ALLOWED_HOSTS/
    ],
    "a token endpoint without TLS": [
      { discovery: (document) => ({ body: { ...document, token_endpoint: "http://localhost/token" } }) },
      /token_endpoint is not HTTPS/
    ],
    "a token endpoint at an address": [
      { discovery: (document) => ({ body: { ...document, token_endpoint: "https://127.0.0.1/token" } }) },
      /token_endpoint: 127\.0\.0\.1 is not on OIDC_ALLOWED_HOSTS/
    ],
    "keys at an address in disguise": [
      { discovery: (document) => ({ body: { ...document, jwks_uri: "https://[::ffff:7f00:1]/jwks" } }) },
      /jwks_uri: \[::ffff:7f00:1\] is not on OIDC_ALLOWED_HOSTS/
    ],
    "keys on a host that is not allowed": [
      { discovery: (document) => ({ body: { ...document, jwks_uri: "https://keys.example.org/jwks" } }) },
      /jwks_uri: keys\.example\.org is not on OIDC_ALLOWED_HOSTS/
    ],
    "no keys": [{ discovery: (document) => ({ body: { ...document, jwks_uri: undefined } }) }, /names no jwks_uri/],
    "another issuer in its document": [
      { discovery: (document) => ({ body: { ...document, issuer: "https://accounts.example.org" } }) },
      /The issuer differs: configured is .*, the provider calls itself https:\/\/accounts\.example\.org/
    ],
    "its issuer with one more slash": [
      { discovery: (document) => ({ body: { ...document, issuer: `${String(document["issuer"])}/` } }) },
      /The issuer differs/
    ],
    "its issuer in other letters": [
      {
        discovery: (document) => ({
          body: { ...document, issuer: String(document["issuer"]).replace("localhost", "LOCALHOST") }
        })
      },
      /The issuer differs/
    ],
    "garbage for a document": [{ discovery: () => ({ body: '{"issuer":' }) }, /is no discovery document/],
    "a page for a document": [
      { discovery: () => ({ headers: { "content-type": "text/html" }, body: "<html>" }) },
      /is no discovery document/
    ],
    "a list for a document": [{ discovery: () => ({ body: [] }) }, /is no discovery document/],
    "no document": [{ discovery: () => ({ status: 404, body: {} }) }, /There is no discovery document/],
    "an endless document": [
      { discovery: (document) => ({ body: { ...document, padding: "x".repeat(1_100_000) } }) },
      /more than 1 MiB/
    ],
    "a redirect for its keys": [
      { keys: () => ({ status: 307, headers: { location: "https://localhost/jwks" }, body: {} }) },
      /redirect is not followed/
    ],
    "a redirect for its token": [
      { token: { status: 302, headers: { location: "https://localhost/token" }, body: {} } },
      /redirect is not followed/
    ],
    "garbage for keys": [{ keys: () => ({ body: "no keys" }) }, /signing keys/],
    "a failing token endpoint": [{ token: { status: 500, body: {} } }, /answers with an error/],
    "a page for a token": [{ token: { headers: { "content-type": "text/html" }, body: "<html>" } }, /no JSON/],
    "an unknown way of proving who the client is": [
      {
        discovery: (document) => ({ body: { ...document, token_endpoint_auth_methods_supported: ["private_key_jwt"] } })
      },
      /neither client_secret_basic nor client_secret_post/
    ]
  }

  layer(World, { excludeTestServices: true })("a provider is not used that has", (it) => {
    for (const [name, [mischief, reason]] of Object.entries(uselessProviders)) {
      it.effect(name, () =>
        Effect.gen(function* () {
          const failure = yield* failureOf(mischief)
          assert.strictEqual(failure._tag, "ProviderUnavailable", failure.reason)
          assert.match(failure.reason, reason)
        })
      )
    }

    it.effect("a host that is not allowed, or an address", () =>
      Effect.gen(function* () {
        const [client, hostile] = [yield* OidcClient, yield* TestHostileProvider]
        const { calls, issuer } = hostile.provider({})
        for (const host of ["idp.example.org", "127.0.0.1", "2130706433", "0x7f.1"]) {
          const connection = oidcConnection({ ...hostile, issuer: issuer.replace("localhost", host) })
          const failure = yield* Effect.flip(client.authorizationUrl(connection, oidcProof()))
          assert.match(failure.reason, /is not on OIDC_ALLOWED_HOSTS/)
        }
        assert.deepStrictEqual(calls, [])
      })
    )

    it.effect("a login page elsewhere, so nobody is sent there", () =>
      Effect.gen(function* () {
        const { start } = yield* victim({
          discovery: (document) => ({ body: { ...document, authorization_endpoint: "https://evil.example.org/" } })
        })
        assert.strictEqual((yield* Effect.flip(start))._tag, "ProviderUnavailable")
      })
    )

    it.effect("a UserInfo endpoint elsewhere, when it is needed", () =>
      Effect.gen(function* () {
        const mischief: Mischief = {
          discovery: (document) => ({ body: { ...document, userinfo_endpoint: "https://evil.example.org/" } })
        }
        assert.match((yield* failureOf(mischief, { use_userinfo: true })).reason, /userinfo_endpoint: evil/)
        yield* Effect.flatMap(victim(mischief), ({ identify }) => identify)
      })
    )

    it.effect("a redirect into this machine, which is never visited", () =>
      Effect.gen(function* () {
        let visits = 0
        const inner = createServer((_, response) => {
          visits += 1
          response.end("{}")
        })
        yield* Effect.callback<void>((resume) => void inner.listen(0, "127.0.0.1", () => resume(Effect.void)))
        yield* Effect.addFinalizer(() => Effect.sync(() => inner.close()))
        const location = `http://127.0.0.1:${(inner.address() as AddressInfo).port}/latest/meta-data`
        const failure = yield* failureOf({ discovery: () => ({ status: 302, headers: { location }, body: {} }) })
        assert.match(failure.reason, /redirect is not followed/)
        assert.strictEqual(visits, 0)
      })
    )

    it.effect("no answer for five seconds", () =>
      Effect.gen(function* () {
        const failure = yield* failureOf({ discovery: () => "hang" })
        assert.match(failure.reason, /did not answer within 5 seconds/)
      })
    )
  })

  layer(World, { excludeTestServices: true })("what a provider says of itself", (it) => {
    it.effect("is asked once for several sign-ins", () =>
      Effect.gen(function* () {
        const { calls, identify, start } = yield* victim({})
        yield* start
        yield* identify
        yield* identify
        assert.deepStrictEqual(calls, ["/.well-known/openid-configuration", "/token", "/jwks", "/token"])
      })
    )

    it.effect("is asked again after a failure", () =>
      Effect.gen(function* () {
        let fails = true
        const { start } = yield* victim({
          discovery: (document) => (fails ? { status: 503, body: {} } : { body: document })
        })
        yield* Effect.flip(start)
        fails = false
        yield* start
      })
    )

    it.effect("may change its key at once: an unknown kid reads the keys again", () =>
      Effect.gen(function* () {
        const second = yield* Effect.promise(() => signingKey("second"))
        let rotated = false
        const { identify } = yield* victim({
          keys: ({ jwk }) => ({ body: { keys: [rotated ? second.jwk : jwk] } }),
          idToken: (claims, first) => {
            const { jwk, privateKey } = rotated ? second : first
            return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: jwk.kid ?? "" }).sign(privateKey)
          }
        })
        yield* identify
        rotated = true
        assert.strictEqual((yield* identify).subject, "subject-1")
      })
    )
  })
})
