import { Effect, Layer, Redacted, Stream } from "effect"
import { exportJWK, generateKeyPair, type JWK } from "jose"
import { createHash, randomUUID } from "node:crypto"
import { certificateLine } from "#domain/objects/migrations/certificate.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { CertificateKeyRecords, certificateKeyPurpose } from "#services/objects/migrations/CertificateKeyRecords.ts"
import { CertificateSigner } from "#services/objects/migrations/CertificateSigner.ts"
import { signCertificate, keyThumbprint } from "./certificateSignature.ts"

const newKeyPair = Effect.promise(async () => {
  const { privateKey } = await generateKeyPair("Ed25519", { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { public_key: { kty: "OKP" as const, crv: "Ed25519" as const, x: jwk.x ?? "" }, jwk }
})

export const layer = Layer.effect(
  CertificateSigner,
  Effect.gen(function* () {
    const [records, cipher] = yield* Effect.all([CertificateKeyRecords, CredentialCipher])

    const stored = Effect.gen(function* () {
      const existing = yield* records.find
      if (existing !== null) return existing
      const { jwk, public_key } = yield* newKeyPair
      const id = randomUUID()
      const private_key = yield* cipher.encrypt(certificateKeyPurpose(id), Redacted.make(JSON.stringify(jwk)))
      yield* records.create({ id, public_key, private_key })
      return (yield* records.find) ?? (yield* Effect.die(new Error("the key of certificates was not stored")))
    })

    return CertificateSigner.of({
      publicKey: Effect.gen(function* () {
        const { public_key: key } = yield* stored
        return { key, thumbprint: yield* Effect.promise(() => keyThumbprint(key)) }
      }).pipe(Effect.withSpan("CertificateSigner.publicKey")),
      sign: (texts) =>
        Stream.suspend(() => {
          const hash = createHash("sha256")
          let lines = 0
          const signature = Effect.gen(function* () {
            const { id, private_key, public_key } = yield* stored
            const secret = yield* Effect.orDie(cipher.decrypt(certificateKeyPurpose(id), private_key))
            const jwk = JSON.parse(Redacted.value(secret)) as JWK
            const jws = yield* Effect.promise(async () =>
              signCertificate(jwk, await keyThumbprint(public_key), hash.digest("hex"), lines)
            )
            return certificateLine({ type: "signature", jws })
          })
          const counted = Stream.tap(texts, (text) =>
            Effect.sync(() => {
              hash.update(text)
              lines += text.split("\n").length - 1
            })
          )
          return Stream.concat(counted, Stream.fromEffect(signature))
        })
    })
  })
)
