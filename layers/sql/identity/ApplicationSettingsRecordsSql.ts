import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { StoredSettings, SettingValues } from "#domain/identity/application/ApplicationSettings.ts"
import { ApplicationSettingsRecords, type StoredDocument } from "#services/identity/ApplicationSettingsRecords.ts"
import { utcOrNull } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const Row = Schema.Struct({ settings: StoredSettings, version: Schema.Int, updated_at: Schema.NullOr(Schema.Date) })
const rowReader = makeRowReader("application_settings", Row)
const encode = Schema.encodeSync(Schema.fromJsonString(SettingValues))

const documentOf = ({ settings, updated_at, version }: typeof Row.Type): StoredDocument => ({
  settings,
  version,
  updatedAt: utcOrNull(updated_at)
})

export const layer = Layer.effect(
  ApplicationSettingsRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal("settings, version, updated_at")

    const read = rowReader
      .one(sql`select ${columns} from application_settings`)
      .pipe(Effect.map(documentOf), Effect.withSpan("ApplicationSettingsRecords.read"), Effect.orDie)
    const lock = rowReader
      .one(sql`select ${columns} from application_settings for update`)
      .pipe(Effect.map(documentOf), Effect.withSpan("ApplicationSettingsRecords.lock"), Effect.orDie)
    const write = Effect.fn("ApplicationSettingsRecords.write")(
      (values: SettingValues, now: DateTime.Utc) =>
        sql`update application_settings set settings = ${encode(values)}::text::jsonb,
          updated_at = ${DateTime.toDate(now)}`,
      Effect.asVoid,
      Effect.orDie
    )

    return ApplicationSettingsRecords.of({ read, lock, write })
  })
)
