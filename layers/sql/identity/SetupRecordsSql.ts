import { SetupRecords, type TokenUseOutcome } from "#services/identity/SetupRecords.ts"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const Row = Schema.Struct({
  digest: Schema.NullOr(Schema.String),
  expires_at: Schema.NullOr(Schema.Date),
  open: Schema.Boolean
})
const tokenReader = makeRowReader("bootstrap_tokens", Row)
const openTokenReader = makeRowReader("bootstrap_tokens", Schema.Struct({ open: Schema.Boolean }))

export const layer = Layer.effect(
  SetupRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const nobody = sql.literal("closed_at is null and not exists (select from ui_users)")

    const isOpen = openTokenReader.first(sql`select ${nobody} as open from bootstrap_tokens`).pipe(
      Effect.map((row) => row?.open === true),
      Effect.withSpan("SetupRecords.isOpen"),
      Effect.orDie
    )

    const replaceToken = Effect.fn("SetupRecords.replaceToken")(
      (digest: string, expiresAt: DateTime.Utc) =>
        sql`update bootstrap_tokens set digest = ${digest}, expires_at = ${DateTime.toDateUtc(expiresAt)}
          where ${nobody} returning singleton`.pipe(Effect.map((rows) => rows.length === 1)),
      Effect.orDie
    )

    const replaceOlderToken = Effect.fn("SetupRecords.replaceOlderToken")(
      (digest: string, expiresAt: DateTime.Utc, newest: DateTime.Utc) =>
        sql`update bootstrap_tokens set digest = ${digest}, expires_at = ${DateTime.toDateUtc(expiresAt)}
          where ${nobody} and (expires_at is null or expires_at <= ${DateTime.toDateUtc(newest)})
            returning singleton`.pipe(Effect.map((rows) => rows.length === 1)),
      Effect.orDie
    )

    const close = Effect.fn("SetupRecords.close")(
      (now: DateTime.Utc) =>
        // concurrent attempts wait for this row; the second finds it closed
        sql`update bootstrap_tokens set digest = null, expires_at = null, closed_at = ${DateTime.toDateUtc(now)}
          where ${nobody} returning singleton`.pipe(Effect.map((rows) => rows.length === 1)),
      Effect.orDie
    )

    const consumeToken = Effect.fn("SetupRecords.consumeToken")(
      function* (digest: string, now: DateTime.Utc) {
        yield* sql`select from bootstrap_tokens for update`
        const row = yield* tokenReader.first(sql`select digest, expires_at, ${nobody} as open from bootstrap_tokens`)
        const at = DateTime.toDateUtc(now)
        const outcome = useOf(row, digest, at)
        if (outcome === "consumed") {
          yield* sql`update bootstrap_tokens set digest = null, expires_at = null, closed_at = ${at}`
        }
        return outcome
      },
      sql.withTransaction,
      Effect.orDie
    )

    return SetupRecords.of({ isOpen, replaceToken, replaceOlderToken, close, consumeToken })
  })
)

const useOf = (row: typeof Row.Type | null, digest: string, now: Date): TokenUseOutcome => {
  if (row === null || !row.open) return "closed"
  if (row.digest !== digest || row.expires_at === null) return "wrong"
  return now < row.expires_at ? "consumed" : "expired"
}
