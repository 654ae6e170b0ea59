import type { ProviderType } from "#domain/identity/federation/Federation.ts"
import { type ProviderRow, ProviderRecords } from "#services/identity/federation/ProviderRecords.ts"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { utc } from "../../../postgres/moments.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { nullWhenTaken } from "../../../postgres/uniqueness.ts"

/** The service parses `config`, so that an invalid one disables only its provider. */
const Row = Schema.Struct({
  id: Schema.String,
  label: Schema.String,
  is_enabled: Schema.Boolean,
  config: Schema.Unknown,
  secret: Schema.NullOr(Schema.String),
  updated_at: Schema.Date
})
const countReader = makeRowReader(
  "external_identities",
  Schema.Struct({ provider_id: Schema.String, count: Schema.Int })
)
const providerReader = makeRowReader("identity_providers", Row)
const labelReader = makeRowReader("identity_providers", Schema.Struct({ label: Schema.String }))

const rowOf = ({ config, id, is_enabled, label, secret, updated_at }: typeof Row.Type): ProviderRow => ({
  id,
  label,
  enabled: is_enabled,
  config,
  secret,
  updatedAt: utc(updated_at)
})

export const layer = Layer.effect(
  ProviderRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal("id, label, is_enabled, config, secret, updated_at")

    const list = Effect.fn("ProviderRecords.list")(
      (type: ProviderType) =>
        providerReader
          .all(sql`select ${columns} from identity_providers where type = ${type} order by lower(label), id`)
          .pipe(Effect.map((rows) => rows.map(rowOf))),
      Effect.orDie
    )

    const find = Effect.fn("ProviderRecords.find")(
      (type: ProviderType, id: string) =>
        Effect.map(
          providerReader.first(sql`select ${columns} from identity_providers where type = ${type} and id = ${id}`),
          (row) => (row === null ? null : rowOf(row))
        ),
      Effect.orDie
    )

    const add = Effect.fn("ProviderRecords.add")((type: ProviderType, row: ProviderRow) => {
      const at = DateTime.toDateUtc(row.updatedAt)
      return sql`
        insert into identity_providers (type, id, label, is_enabled, config, secret, created_at, updated_at)
        values (${type}, ${row.id}, ${row.label}, ${row.enabled}, ${JSON.stringify(row.config)}::text::jsonb,
          ${row.secret}, ${at}, ${at})
        returning id`.pipe(
        nullWhenTaken,
        Effect.map((rows) => rows !== null)
      )
    }, Effect.orDie)

    const update = Effect.fn("ProviderRecords.update")(
      (type: ProviderType, row: ProviderRow) =>
        sql`
        update identity_providers set label = ${row.label}, is_enabled = ${row.enabled}, secret = ${row.secret},
          config = ${JSON.stringify(row.config)}::text::jsonb, updated_at = ${DateTime.toDateUtc(row.updatedAt)}
        where type = ${type} and id = ${row.id}`,
      Effect.asVoid,
      Effect.orDie
    )

    const remove = Effect.fn("ProviderRecords.remove")(
      (type: ProviderType, id: string) =>
        Effect.map(
          labelReader.first(sql`delete from identity_providers where type = ${type} and id = ${id} returning label`),
          (removed) => removed?.label ?? null
        ),
      Effect.orDie
    )

    const revokeIdentities = Effect.fn("ProviderRecords.revokeIdentities")(
      (type: ProviderType, providerId: string, now: DateTime.Utc) =>
        sql`update external_identities set revoked_at = ${DateTime.toDateUtc(now)}
          where provider_type = ${type} and provider_id = ${providerId} and revoked_at is null returning id`.pipe(
          Effect.map((rows) => rows.length)
        ),
      Effect.orDie
    )

    const identityCounts = Effect.fn("ProviderRecords.identityCounts")(
      (type: ProviderType) =>
        Effect.map(
          countReader.all(sql`
          select provider_id, count(*)::int as count from external_identities
          where provider_type = ${type} and revoked_at is null group by provider_id`),
          (rows) => new Map(rows.map(({ count, provider_id }) => [provider_id, count]))
        ),
      Effect.orDie
    )

    return ProviderRecords.of({ list, find, add, update, remove, revokeIdentities, identityCounts })
  })
)
