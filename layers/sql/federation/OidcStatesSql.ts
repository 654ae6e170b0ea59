import { type OidcState, OidcStates } from "#services/federation/OidcStates.ts"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

interface Row {
  readonly id: string
  readonly provider_id: string
  readonly proof: string
  readonly browser: string
  readonly redirect_path: string
  readonly alive: boolean
}

export const layer = Layer.effect(OidcStates, Effect.gen(function*() {
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
      sql<Row>`
        delete from oidc_states where id = ${id}::uuid
        returning id, provider_id, proof, browser, redirect_path, expires_at > ${DateTime.toDateUtc(now)} as alive`.pipe(
        Effect.map(([row]): OidcState | null =>
          row === undefined || !row.alive
            ? null
            : { id: row.id, providerId: row.provider_id, proof: row.proof, browser: row.browser, redirectPath: row.redirect_path })
      ),
    Effect.orDie
  )

  return OidcStates.of({ add, take })
}))
