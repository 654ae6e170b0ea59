import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { CertificateSigner } from "#services/objects/migrations/CertificateSigner.ts"
import * as CertificateSignerJose from "#layers/crypto/CertificateSignerJose.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import * as CertificateKeyRecordsSql from "#layers/sql/objects/CertificateKeyRecordsSql.ts"
import { OperatorLayer } from "./operatorLayer.ts"

const SignerLayer = CertificateSignerJose.layer.pipe(
  Layer.provide(CertificateKeyRecordsSql.layer),
  Layer.provideMerge(OperatorLayer)
)

export const certificateKey = Command.make(
  "certificate-key",
  {},
  Effect.fn(function* () {
    yield* Migrations.requireUsableSchema()
    const { thumbprint } = yield* (yield* CertificateSigner).publicKey
    yield* Console.log(thumbprint)
  }, Effect.provide(SignerLayer))
).pipe(Command.withDescription("Print the thumbprint of the key that signs certificates of migrations"))
