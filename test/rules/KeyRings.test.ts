import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { SignJWT } from "jose"
import { createHmac, generateKeyPairSync, randomBytes } from "node:crypto"
import * as CredentialCipherAes from "#layers/crypto/CredentialCipherAes.ts"
import * as TokensJose from "#layers/crypto/TokensJose.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { Tokens, type TokenUse } from "#services/platform/Tokens.ts"
import type { KeyRing, RingKey } from "#services/platform/Settings.ts"
import { TestSettings } from "../support/testSettings.ts"
import { refusal } from "./people.ts"

const key = (): RingKey => ({
  kid: randomBytes(6).toString("base64url"),
  secret: Redacted.make(randomBytes(32).toString("base64url"))
})
const rings = { ui: [key()], api: [key()], jwt: [key()], credentials: [key()] } satisfies Record<string, KeyRing>

const withRings = (changes: Partial<Record<keyof typeof rings, KeyRing>> = {}) =>
  Layer.mergeAll(TokensJose.layer, CredentialCipherAes.layer).pipe(
    Layer.provide(TestSettings({ rings: { ...rings, ...changes } }))
  )

const bytes = ({ secret }: RingKey) => Buffer.from(Redacted.value(secret), "base64url")
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

const uses: ReadonlyArray<readonly [use: TokenUse, ring: "ui" | "api" | "jwt"]> = [
  ["access", "ui"],
  ["api", "api"],
  ["preauth", "jwt"],
  ["s3", "jwt"],
  ["oidc", "jwt"]
]

const forged = (
  use: TokenUse,
  signing: RingKey,
  changes: {
    readonly header?: object
    readonly payload?: object
    readonly secret?: Buffer
    readonly hash?: string
  } = {}
) => {
  const now = Math.floor(Date.now() / 1000)
  const head = part({ alg: "HS256", typ: use, kid: signing.kid, ...changes.header })
  const body = part({ jti: "id-1", iss: "stowage", aud: use, iat: now, exp: now + 300, ...changes.payload })
  const signature = createHmac(changes.hash ?? "sha256", changes.secret ?? bytes(signing))
    .update(`${head}.${body}`)
    .digest("base64url")
  return Redacted.make(`${use === "api" ? "stw_" : ""}${head}.${body}.${signature}`)
}

const read = (use: TokenUse, token: Redacted.Redacted) =>
  Effect.flatMap(Tokens, (tokens) => refusal(tokens.read(use, token)))
const later = Effect.map(DateTime.now, (now) => DateTime.add(now, { minutes: 5 }))

describe("key rings", () => {
  for (const [use, ring] of uses) {
    it.live(`a ${use} value: forgeries of every known kind are refused, the genuine one is not`, () =>
      Effect.gen(function* () {
        const signing = rings[ring][0]
        assert.strictEqual(yield* read(use, forged(use, signing)), "", "the hand-made one is right in everything")
        const prefix = use === "api" ? "stw_" : ""
        const unsigned = Redacted.make(
          `${prefix}${part({ alg: "none", typ: use, kid: signing.kid })}.${part({ jti: "id-1", iss: "stowage", aud: use, exp: 9_999_999_999 })}.`
        )
        const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
        const rsa = yield* Effect.promise(() =>
          new SignJWT({ jti: "id-1" })
            .setProtectedHeader({ alg: "RS256", typ: use, kid: signing.kid })
            .setIssuer("stowage")
            .setAudience(use)
            .setExpirationTime("5m")
            .sign(privateKey)
        )
        const publicPem = Buffer.from(publicKey.export({ format: "pem", type: "spki" }).toString())
        const others = (["ui", "api", "jwt"] as const).filter((name) => name !== ring)
        const attacks: Record<string, Redacted.Redacted> = {
          "alg none": unsigned,
          "alg none with a signature": forged(use, signing, { header: { alg: "none" } }),
          RS256: Redacted.make(`${prefix}${rsa}`),
          "HS256 under a public key": forged(use, signing, { secret: publicPem }),
          "another hash": forged(use, signing, { header: { alg: "HS512" }, hash: "sha512" }),
          "no kid": forged(use, signing, { header: { kid: undefined } }),
          "an unknown kid": forged(use, signing, { header: { kid: "nobody" } }),
          "another key under our kid": forged(use, signing, { secret: randomBytes(32) }),
          "an empty key": forged(use, signing, { secret: Buffer.alloc(0) }),
          "a key in the header": forged(use, signing, {
            header: { jwk: { kty: "oct", k: "AAAA" } },
            secret: Buffer.from("AAAA", "base64url")
          }),
          "another issuer": forged(use, signing, { payload: { iss: "evil" } }),
          "another audience": forged(use, signing, { payload: { aud: "evil" } }),
          "another type": forged(use, signing, { header: { typ: "JWT" } }),
          "no expiry": forged(use, signing, { payload: { exp: undefined } }),
          "no id": forged(use, signing, { payload: { jti: undefined } }),
          "not yet valid": forged(use, signing, { payload: { nbf: 9_999_999_999 } }),
          "an unknown critical header": forged(use, signing, { header: { crit: ["x"], x: 1 } }),
          nothing: Redacted.make(prefix),
          garbage: Redacted.make(`${prefix}a.b.c`),
          ...Object.fromEntries(others.map((name) => [`the ${name} ring`, forged(use, rings[name][0])]))
        }
        for (const [what, token] of Object.entries(attacks))
          assert.strictEqual(yield* read(use, token), "unauthenticated", what)
        assert.strictEqual(
          yield* read(use, forged(use, signing, { payload: { exp: Math.floor(Date.now() / 1000) - 1 } })),
          "token_expired"
        )
      }).pipe(Effect.provide(withRings()))
    )
  }

  it.live("an API token without its prefix, or another value with it, is refused", () =>
    Effect.gen(function* () {
      const bare = Redacted.make(Redacted.value(forged("api", rings.api[0])).slice(4))
      assert.strictEqual(yield* read("api", bare), "unauthenticated")
      assert.strictEqual(
        yield* read("access", Redacted.make(`stw_${Redacted.value(forged("access", rings.ui[0]))}`)),
        "unauthenticated"
      )
    }).pipe(Effect.provide(withRings()))
  )

  it.live("JWT rings verify with every key, sign with the first and name it; a removed key ends what it signed", () =>
    Effect.gen(function* () {
      const old = rings.ui[0]
      const fresh = key()
      const signedBy = (token: Redacted.Redacted) =>
        JSON.parse(Buffer.from(Redacted.value(token).split(".")[0] ?? "", "base64url").toString()).kid
      const ends = yield* later
      const before = yield* Effect.flatMap(Tokens, ({ sign }) => sign("access", "id-1", ends)).pipe(
        Effect.provide(withRings())
      )
      assert.strictEqual(signedBy(before), old.kid)
      const turned = withRings({ ui: [fresh, old] })
      const after = yield* Effect.flatMap(Tokens, ({ sign }) => sign("access", "id-1", ends)).pipe(
        Effect.provide(turned)
      )
      assert.strictEqual(signedBy(after), fresh.kid)
      for (const token of [before, after]) assert.strictEqual(yield* Effect.provide(read("access", token), turned), "")
      const gone = withRings({ ui: [fresh] })
      assert.strictEqual(yield* Effect.provide(read("access", before), gone), "unauthenticated")
      assert.strictEqual(yield* Effect.provide(read("access", after), gone), "")
    })
  )

  it.live("a CSRF value belongs to its session under every key of the ring, and to no other", () =>
    Effect.gen(function* () {
      const [old] = rings.jwt
      const value = yield* Effect.map(Tokens, ({ csrf }) => csrf("session-1")).pipe(Effect.provide(withRings()))
      const matches = (session: string, jwt: KeyRing) =>
        Effect.map(Tokens, ({ csrfMatches }) => csrfMatches(session, value)).pipe(Effect.provide(withRings({ jwt })))
      assert.isTrue(yield* matches("session-1", [key(), old]))
      assert.isFalse(yield* matches("session-2", [old]))
      assert.isFalse(yield* matches("session-1", [key()]))
    })
  )

  it.live(
    "CREDENTIAL_KEYS encrypts with the first key, decrypts with every one, and refuses plaintext, other places " +
      "and altered text",
    () =>
      Effect.gen(function* () {
        const [old] = rings.credentials
        const fresh = key()
        const cipher = <A, E>(
          use: (cipher: CredentialCipher["Service"]) => Effect.Effect<A, E>,
          credentials: KeyRing
        ) => Effect.flatMap(CredentialCipher, use).pipe(Effect.provide(withRings({ credentials })))
        const text = yield* cipher(({ encrypt }) => encrypt("place/1", Redacted.make("a secret")), [old])
        assert.include(text, old.kid)
        assert.notInclude(text, "a secret")
        const open = (place: string, sealed: string, credentials: KeyRing) =>
          cipher(
            ({ decrypt }) =>
              Effect.match(decrypt(place, sealed), { onFailure: () => "refused", onSuccess: Redacted.value }),
            credentials
          )
        assert.strictEqual(yield* open("place/1", text, [fresh, old]), "a secret")
        const flipped = `${text.slice(0, -3)}${text.endsWith("AAA") ? "BBB" : "AAA"}`
        for (const [place, sealed, ring] of [
          ["place/2", text, [old]],
          ["place/1", text, [fresh]],
          ["place/1", "a secret", [old]],
          ["place/1", flipped, [old]],
          ["place/1", "", [old]]
        ] as const) {
          assert.strictEqual(yield* open(place, sealed, ring), "refused")
        }
        assert.include(yield* cipher(({ encrypt }) => encrypt("place/1", Redacted.make("x")), [fresh, old]), fresh.kid)
      })
  )
})
