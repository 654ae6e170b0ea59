import { Secrets } from "#services/platform/Secrets.ts"
import { Effect, Layer, Redacted } from "effect"
import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto"

// Crockford's alphabet has no ambiguous letters; 32 letters map five bits without bias
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const digest = (text: string) => createHash("sha256").update(text).digest()

const recoveryCode = () => {
  const signs = Array.from(randomBytes(16), (byte) => alphabet[byte & 31])
  return [0, 4, 8, 12].map((start) => signs.slice(start, start + 4).join("")).join("-")
}

export const layer = Layer.succeed(
  Secrets,
  Secrets.of({
    make: Effect.sync(() => Redacted.make(randomBytes(32).toString("base64url"))),
    id: Effect.sync(() => randomUUID()),
    recoveryCode: Effect.sync(() => Redacted.make(recoveryCode())),
    digest: (text) => digest(text).toString("hex"),
    same: (one, other) => timingSafeEqual(digest(one), digest(other))
  })
)
