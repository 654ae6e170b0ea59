import { type OidcState, OidcStates } from "#services/identity/federation/OidcStates.ts"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

const stateReader = makeRowReader(
  "oidc_states",
  Schema.Struct({
    id: Schema.String,
    provider_id: Schema.String,
    proof: Schema.String,
    browser: Schema.String,
    redirect_path: Schema.String,
    alive: Schema.Boolean
  })
)

export const layer = Layer.effect(
  OidcStates,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const add = Effect.fn("OidcStates.add")(
      ({ browser, id, proof, providerId, redirectPath }: OidcState, expiresAt: DateTime.Utc) =>
        sql`
        insert into oidc_states (id, provider_id, proof, browser, redirect_path, expires_at)
        values (${id}::uuid, ${providerId}, ${proof}, ${browser}, ${redirectPath}, ${DateTime.toDateUtc(expiresAt)})`,
      Effect.asVoid,
      Effect.orDie
    )

    const take = Effect.fn("OidcStates.take")(
      (id: string, now: DateTime.Utc) =>
        stateReader
          .first(sql`
        delete from oidc_states where id = ${id}::uuid
        returning id, provider_id, proof, browser, redirect_path, expires_at > ${DateTime.toDateUtc(now)} as alive`)
          .pipe(
            Effect.map((row): OidcState | null =>
              row === null || !row.alive
                ? null
                : {
                    id: row.id,
                    providerId: row.provider_id,
                    proof: row.proof,
                    browser: row.browser,
                    redirectPath: row.redirect_path
                  }
            )
          ),
      Effect.orDie
    )

    const clear = Effect.fn("OidcStates.clear")(
      (now: DateTime.Utc) =>
        sql`delete from oidc_states where expires_at <= ${DateTime.toDateUtc(now)} returning 1`.pipe(
          Effect.map((rows) => rows.length)
        ),
      Effect.orDie
    )

    return OidcStates.of({ add, take, clear })
  })
)
