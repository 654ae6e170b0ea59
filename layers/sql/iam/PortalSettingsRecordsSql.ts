import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { PortalOverride } from "#domain/identity/application/ApplicationSettings.ts"
import { PortalSettingsRecords } from "#services/iam/portal/PortalSettingsRecords.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const rowReader = makeRowReader(
  "rgw_accounts, application_settings",
  Schema.Struct({
    version: Schema.Int,
    name: Schema.String,
    override: Schema.NullOr(PortalOverride),
    installation: Schema.NullOr(PortalOverride)
  })
)

export const layer = Layer.effect(
  PortalSettingsRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const read = Effect.fn("PortalSettingsRecords.read")(
      (accountId: number) =>
        rowReader.first(sql`
          select a.version, a.name, a.portal_settings as override,
            (select settings -> 'portal' from application_settings) as installation
          from rgw_accounts a where a.id = ${accountId}`),
      Effect.orDie
    )

    const write = Effect.fn("PortalSettingsRecords.write")(
      (accountId: number, override: PortalOverride | null) =>
        Effect.asVoid(sql`
          update rgw_accounts
          set portal_settings = ${override === null ? null : JSON.stringify(override)}::text::jsonb
          where id = ${accountId}`),
      Effect.orDie
    )

    return PortalSettingsRecords.of({ read, write })
  })
)
