import { RecoveryCodeRecords } from "#services/identity/passkeys/RecoveryCodeRecords.ts"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const codeReader = makeRowReader("recovery_codes", Schema.Struct({ all: Schema.Int, left: Schema.Int }))

const date = DateTime.toDateUtc

export const layer = Layer.effect(
  RecoveryCodeRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const replace = Effect.fn("RecoveryCodeRecords.replace")(
      (userId: number, digests: ReadonlyArray<string>, now: DateTime.Utc) =>
        sql`
        with gone as (delete from recovery_codes where user_id = ${userId})
        insert into recovery_codes (hash, user_id, created_at)
        select digest, ${userId}::int, ${date(now)}
        from jsonb_array_elements_text(${JSON.stringify(digests)}::text::jsonb) as given (digest)`,
      Effect.asVoid,
      Effect.orDie
    )

    const use = Effect.fn("RecoveryCodeRecords.use")(
      (userId: number, digest: string, now: DateTime.Utc) =>
        sql`update recovery_codes set used_at = ${date(now)}
          where user_id = ${userId} and hash = ${digest} and used_at is null returning hash`.pipe(
          Effect.map((rows) => rows.length === 1)
        ),
      Effect.orDie
    )

    const count = Effect.fn("RecoveryCodeRecords.count")(
      (userId: number) =>
        codeReader.one(sql`
        select count(*)::int as all, (count(*) filter (where used_at is null))::int as left
        from recovery_codes where user_id = ${userId}`),
      Effect.orDie
    )

    return RecoveryCodeRecords.of({ replace, use, count })
  })
)
