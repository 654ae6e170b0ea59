import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import { RowVersions, type VersionedEntity, versionedEntities } from "#services/platform/audit/RowVersions.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

const tables: Record<VersionedEntity, string> = {
  ui_user: "ui_users",
  ui_group: "ui_groups",
  rgw_account: "rgw_accounts",
  rgw_user: "rgw_users",
  storage_endpoint: "storage_endpoints",
  rate_card: "rate_cards",
  golden_template: "golden_templates",
  bucket_view: "bucket_views"
}
const versionReader = makeRowReader(Object.values(tables).join(", "), Schema.Struct({ version: Schema.Int }))

/** association_turn comes before any row lock (migration 0010). */
export const layer = Layer.effect(
  RowVersions,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const lockAssociations = sql`select association_turn()`.pipe(
      Effect.asVoid,
      Effect.orDie,
      Effect.withSpan("RowVersions.lockAssociations")
    )

    const lock = Effect.fn("RowVersions.lock")(function* (
      thing: VersionedEntity,
      id: number,
      read: number | undefined
    ) {
      yield* lockAssociations
      const row = yield* Effect.orDie(
        versionReader.first(sql`select version from ${sql(tables[thing])} where id = ${id} for update`)
      )
      if (read === undefined || row === null || row.version === read) return
      return yield* new Conflict({
        code: "stale_plan",
        detail:
          `Somebody else changed this ${versionedEntities[thing]} since it was read: nothing is changed. Read it ` +
          "again, then decide"
      })
    })

    return RowVersions.of({ lock, lockAssociations })
  })
)
