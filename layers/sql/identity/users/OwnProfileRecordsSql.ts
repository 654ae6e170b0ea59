import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { OwnProfile, type Preferences, preferencesOf } from "#domain/identity/OwnProfile.ts"
import { OwnProfileRecords } from "#services/identity/users/OwnProfileRecords.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

const profileReader = makeRowReader(
  "ui_users",
  Schema.Struct({ ...OwnProfile.fields, preferences: Schema.Record(Schema.String, Schema.Unknown) })
)

export const layer = Layer.effect(
  OwnProfileRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const find = Effect.fn("OwnProfileRecords.find")(
      (userId: number) =>
        Effect.map(
          profileReader.first(sql`
      select id, email, full_name, role, quota_alerts_enabled, quota_alerts_global_watch, preferences from ui_users
        where id = ${userId}`),
          (row): OwnProfile | null => (row === null ? null : { ...row, preferences: preferencesOf(row.preferences) })
        ),
      Effect.orDie
    )

    const setAlerts = Effect.fn("OwnProfileRecords.setAlerts")(
      (
        userId: number,
        alerts: { readonly quota_alerts_enabled: boolean; readonly quota_alerts_global_watch: boolean }
      ) => Effect.asVoid(sql`update ui_users set ${sql.update(alerts)} where id = ${userId}`),
      Effect.orDie
    )

    const setPreferences = Effect.fn("OwnProfileRecords.setPreferences")(
      (userId: number, preferences: Preferences) =>
        Effect.asVoid(
          sql`update ui_users set preferences = ${JSON.stringify(preferences)}::text::jsonb where id = ${userId}`
        ),
      Effect.orDie
    )

    return OwnProfileRecords.of({ find, setAlerts, setPreferences })
  })
)
