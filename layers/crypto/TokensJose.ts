import { Unauthenticated } from "#domain/platform/errors/Errors.ts"
import { Tokens, type TokenUse } from "#services/platform/Tokens.ts"
import { type KeyRing, Settings } from "#services/platform/Settings.ts"
import { Clock, DateTime, Effect, Layer, Redacted } from "effect"
import { errors, jwtVerify, SignJWT } from "jose"
import { createHmac, hash, timingSafeEqual } from "node:crypto"
import { LruCache } from "../memory/LruCache.ts"

const issuer = "stowage"
const apiPrefix = "stw_"

type Claims = { readonly sub?: string; readonly auth_version?: number }

const bytesOf = (secret: Redacted.Redacted) => Buffer.from(Redacted.value(secret), "base64url")

const MAX_CACHED_TOKENS = 10_000

interface Verified {
  readonly id: string
  readonly endsAt: number
}

const expired = new Unauthenticated({ code: "token_expired", detail: "This token has expired" })

const makeSigner = (ring: KeyRing) => {
  const keys = new Map(ring.map((key) => [key.kid, bytesOf(key.secret)]))
  const [first] = ring

  const sign = (use: TokenUse, id: string, expiresAt: DateTime.Utc, now: number, claims: Claims) =>
    new SignJWT({ ...claims, jti: id })
      .setProtectedHeader({ alg: "HS256", typ: use, kid: first.kid })
      .setIssuer(issuer)
      .setAudience(use)
      .setIssuedAt(Math.floor(now / 1000))
      // rounding down could end a token before its row
      .setExpirationTime(Math.ceil(DateTime.toEpochMillis(expiresAt) / 1000))
      .sign(bytesOf(first.secret))

  const verify = async (use: TokenUse, token: string, now: number): Promise<Verified> => {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = keys.get(kid ?? "")
        if (key === undefined) throw new errors.JWSInvalid("no key of the ring signed this")
        return key
      },
      {
        algorithms: ["HS256"],
        typ: use,
        issuer,
        audience: use,
        currentDate: new Date(now),
        requiredClaims: ["jti", "exp"]
      }
    )
    return { id: payload.jti ?? "", endsAt: payload.exp ?? 0 }
  }

  const verified = new LruCache<Verified>(MAX_CACHED_TOKENS)

  const read = (use: TokenUse, token: string, now: number): Effect.Effect<string, Unauthenticated> => {
    const digest = hash("sha256", `${use} ${token}`, "base64")
    const verifiedToken = verified.get(digest)
    if (verifiedToken !== undefined)
      return verifiedToken.endsAt <= Math.floor(now / 1000) ? Effect.fail(expired) : Effect.succeed(verifiedToken.id)
    return Effect.tryPromise({ try: () => verify(use, token, now), catch: refused }).pipe(
      Effect.map((verifiedToken) => {
        verified.set(digest, verifiedToken)
        return verifiedToken.id
      })
    )
  }
  return { sign, read }
}

const refused = (cause: unknown) =>
  cause instanceof errors.JWTExpired
    ? expired
    : new Unauthenticated({ code: "unauthenticated", detail: "This token is not valid" })

export const layer = Layer.effect(
  Tokens,
  Effect.gen(function* () {
    const { rings } = yield* Settings
    const passing = makeSigner(rings.jwt)
    const signers = {
      access: makeSigner(rings.ui),
      api: makeSigner(rings.api),
      preauth: passing,
      s3: passing,
      oidc: passing
    }
    const prefixOf = (use: TokenUse) => (use === "api" ? apiPrefix : "")

    const sign = Effect.fn("Tokens.sign")(function* (
      use: TokenUse,
      id: string,
      expiresAt: DateTime.Utc,
      claims: Claims = {}
    ) {
      const now = yield* Clock.currentTimeMillis
      const token = yield* Effect.promise(() => signers[use].sign(use, id, expiresAt, now, claims))
      return Redacted.make(`${prefixOf(use)}${token}`)
    })

    const read = Effect.fn("Tokens.read")(function* (use: TokenUse, token: Redacted.Redacted) {
      const text = Redacted.value(token)
      const prefix = prefixOf(use)
      if (!text.startsWith(prefix)) return yield* refused(null)
      const now = yield* Clock.currentTimeMillis
      return yield* signers[use].read(use, text.slice(prefix.length), now)
    })

    const under = (secret: Redacted.Redacted, text: string) =>
      createHmac("sha256", bytesOf(secret)).update(text).digest()

    const csrfUnder = (secret: Redacted.Redacted, sessionId: string) => under(secret, `csrf/${sessionId}`)

    return Tokens.of({
      sign,
      read,
      csrf: (sessionId) => csrfUnder(rings.jwt[0].secret, sessionId).toString("base64url"),
      csrfMatches: (sessionId, presented) => {
        const bytes = Buffer.from(presented, "base64url")
        return rings.jwt.some(({ secret }) => {
          const expected = csrfUnder(secret, sessionId)
          return bytes.length === expected.length && timingSafeEqual(bytes, expected)
        })
      },
      signature: (text) =>
        `${rings.jwt[0].kid}:${under(rings.jwt[0].secret, `signature/${text}`).toString("base64url")}`,
      signatureHolds: (text, signature) => {
        const bytes = Buffer.from(signature.slice(signature.indexOf(":") + 1), "base64url")
        return rings.jwt.some(({ kid, secret }) => {
          const expected = under(secret, `signature/${text}`)
          return signature.startsWith(`${kid}:`) && bytes.length === expected.length && timingSafeEqual(bytes, expected)
        })
      }
    })
  })
)
