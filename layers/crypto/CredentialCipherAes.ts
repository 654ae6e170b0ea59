import { CredentialCipher, CredentialUnreadable } from "#services/gateways/credentials/CredentialCipher.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Effect, Layer, Redacted } from "effect"
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

const algorithm = "aes-256-gcm"
const nonceBytes = 12
const tagBytes = 16

/** AES-256 takes the first 32 bytes of a longer ring key. */
const keyOf = (secret: Redacted.Redacted) => Buffer.from(Redacted.value(secret), "base64url").subarray(0, 32)

const prefixOf = (kid: string) => `v1.${kid}.`

export const layer = Layer.effect(
  CredentialCipher,
  Effect.gen(function* () {
    const ring = (yield* Settings).rings.credentials

    const encrypt = Effect.fn("CredentialCipher.encrypt")((purpose: string, credential: Redacted.Redacted) =>
      Effect.sync(() => {
        const [{ kid, secret }] = ring
        const nonce = randomBytes(nonceBytes)
        const cipher = createCipheriv(algorithm, keyOf(secret), nonce)
        cipher.setAAD(Buffer.from(`${kid}/${purpose}`))
        const hidden = Buffer.concat([cipher.update(Redacted.value(credential), "utf8"), cipher.final()])
        return `${prefixOf(kid)}${Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString("base64url")}`
      })
    )

    const decrypt = Effect.fn("CredentialCipher.decrypt")(function* (purpose: string, text: string) {
      const unreadable = new CredentialUnreadable({ purpose })
      const [version, kid, body = ""] = text.split(".")
      const key = ring.find((key) => key.kid === kid)
      const bytes = Buffer.from(body, "base64url")
      if (version !== "v1" || key === undefined || bytes.length < nonceBytes + tagBytes) return yield* unreadable
      return yield* Effect.try({
        try: () => {
          const decipher = createDecipheriv(algorithm, keyOf(key.secret), bytes.subarray(0, nonceBytes))
          decipher.setAAD(Buffer.from(`${kid}/${purpose}`))
          decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
          const plaintext = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
          return Redacted.make(plaintext.toString("utf8"))
        },
        catch: () => unreadable
      })
    })

    return CredentialCipher.of({ encrypt, currentPrefix: prefixOf(ring[0].kid), decrypt })
  })
)
