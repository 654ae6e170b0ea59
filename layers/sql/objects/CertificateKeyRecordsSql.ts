import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CertificateKey } from "#domain/objects/migrations/certificate.ts"
import { CertificateKeyRecords, type StoredCertificateKey } from "#services/objects/migrations/CertificateKeyRecords.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const keyReader = makeRowReader(
  "certificate_keys",
  Schema.Struct({ id: Schema.String, public_key: CertificateKey, private_key: Schema.String })
)

export const layer = Layer.effect(
  CertificateKeyRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return CertificateKeyRecords.of({
      find: keyReader
        .first(sql`select id::text, public_key, private_key from certificate_keys`)
        .pipe(Effect.orDie, Effect.withSpan("CertificateKeyRecords.find")),
      create: Effect.fn("CertificateKeyRecords.create")(
        ({ id, private_key, public_key }: StoredCertificateKey) =>
          Effect.asVoid(sql`
            insert into certificate_keys (id, public_key, private_key)
            values (${id}::uuid, ${JSON.stringify(public_key)}::text::jsonb, ${private_key})
            on conflict do nothing`),
        Effect.orDie
      )
    })
  })
)
