import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { DriftFinding } from "#domain/accounts/Drift.ts"
import { GroupLink, rolesOf, UserLink } from "#domain/identity/Links.ts"
import type { AccountSortKey, S3UserSortKey } from "#domain/accounts/StorageAccess.ts"
import { capabilitiesOf, FeaturesConfig } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import {
  type Registration,
  type RegistrationKind,
  type RegistrationQuery,
  Registrations,
  type SentLinks
} from "#services/accounts/Registrations.ts"
import { offsetPage, type SqlListing } from "../../postgres/listing.ts"
import { isoText } from "../../postgres/moments.ts"
import { targetColumns } from "../identity/associations/linkColumns.ts"
import { replaceLinks, unknownIdsIn } from "../identity/associations/linkSets.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { nullWhenTaken } from "../../postgres/uniqueness.ts"

const tables = {
  account: { table: "rgw_accounts", external: "rgw_account_id", link: "rgw_account_id", entity: "RGW account" },
  s3_user: { table: "rgw_users", external: "rgw_user_uid", link: "rgw_user_id", entity: "RGW user" }
} as const

const Row = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  external_id: Schema.String,
  uid: Schema.String,
  access_key: Schema.String,
  secret: Schema.String,
  storage_endpoint_id: Schema.Int,
  storage_endpoint_name: Schema.String,
  storage_endpoint_url: Schema.String,
  storage_endpoint_is_default: Schema.Boolean,
  features_config: FeaturesConfig,
  version: Schema.Int,
  created_at: Schema.Date,
  user_links: Schema.Array(UserLink),
  group_links: Schema.Array(GroupLink),
  drift: Schema.Array(DriftFinding)
})
const registrationReader = makeRowReader("rgw_accounts, rgw_users", Row)
const idReader = makeRowReader("rgw_accounts, rgw_users", Schema.Struct({ id: Schema.Int }))
const externalReader = makeRowReader(
  "rgw_accounts, rgw_users",
  Schema.Struct({ id: Schema.Int, version: Schema.Int, external_id: Schema.String })
)

const toRegistration = ({ created_at, features_config, ...row }: typeof Row.Type): Registration => ({
  ...row,
  storage_endpoint_capabilities: capabilitiesOf(features_config),
  created_at: DateTime.fromDateUnsafe(created_at)
})

const drift = (link: string) => `
  coalesce((select jsonb_agg(jsonb_build_object('kind', d.kind, 'here', d.here, 'there', d.there, 'found_at',
    ${isoText("d.found_at")}) order by d.id)
    from drift_findings d where d.${link} = r.id), '[]'::jsonb) as drift`

const listingOf = (kind: RegistrationKind): SqlListing<AccountSortKey | S3UserSortKey> => {
  const { external, link, table } = tables[kind]
  return {
    columns: `r.id, r.name, r.${external} as external_id, r.rgw_user_uid as uid, r.access_key, r.secret,
      r.storage_endpoint_id,
      e.name as storage_endpoint_name, e.url as storage_endpoint_url, e.is_default as storage_endpoint_is_default,
      e.features_config, r.version, r.created_at,
      ${targetColumns(link, "r.id")}, ${drift(link)}`,
    from: `${table} r join storage_endpoints e on e.id = r.storage_endpoint_id`,
    id: "r.id",
    searched: ["r.name", `r.${external}`, "r.rgw_user_uid"],
    sortedBy: "name",
    sorts: {
      name: "lower(r.name)",
      rgw_account_id: `r.${external}`,
      rgw_user_uid: "r.rgw_user_uid",
      storage_endpoint_name: "lower(e.name)",
      created_at: "r.created_at"
    }
  }
}

export const registrationListings = { account: listingOf("account"), s3_user: listingOf("s3_user") }

const selection = (kind: RegistrationKind) =>
  `select ${registrationListings[kind].columns} from ${registrationListings[kind].from}`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const pages = {
    account: offsetPage(sql, registrationListings.account, registrationReader, toRegistration),
    s3_user: offsetPage(sql, registrationListings.s3_user, registrationReader, toRegistration)
  }

  const page = Effect.fn("Registrations.page")(
    (kind: RegistrationKind, query: RegistrationQuery) =>
      pages[kind](
        query,
        ...(query.storage_endpoint_id === undefined ? [] : [sql`r.storage_endpoint_id = ${query.storage_endpoint_id}`]),
        ...(query.drift === undefined
          ? []
          : [
              sql`${sql.literal(query.drift ? "" : "not")} exists (select from drift_findings d
                where ${sql.literal(`d.${tables[kind].link}`)} = r.id)`
            ])
      ),
    Effect.orDie
  )

  const all = Effect.fn("Registrations.all")(
    (kind: RegistrationKind) =>
      Effect.map(registrationReader.all(sql`${sql.literal(selection(kind))} order by lower(r.name), r.id`), (rows) =>
        rows.map(toRegistration)
      ),
    Effect.orDie
  )

  const find = Effect.fn("Registrations.find")(function* (kind: RegistrationKind, id: number) {
    const row = yield* Effect.orDie(registrationReader.first(sql`${sql.literal(selection(kind))} where r.id = ${id}`))
    return row === null ? yield* new NotFound({ entity: tables[kind].entity, id: String(id) }) : toRegistration(row)
  })

  const add = Effect.fn("Registrations.add")(
    (kind: RegistrationKind, fields: Parameters<Registrations["Service"]["add"]>[1], now: DateTime.Utc) => {
      const common = {
        // later renames here do not change the agreed gateway name
        name: fields.name,
        gateway_name: fields.name,
        rgw_user_uid: fields.uid,
        storage_endpoint_id: fields.endpointId,
        access_key: fields.accessKey,
        secret: fields.secret,
        created_at: DateTime.toDate(now)
      }
      const row = kind === "account" ? { ...common, rgw_account_id: fields.externalId } : common
      return idReader.one(sql`insert into ${sql(tables[kind].table)} ${sql.insert(row)} returning id`).pipe(
        nullWhenTaken,
        Effect.map((made) => made?.id ?? null),
        Effect.orDie
      )
    }
  )

  const registered = Effect.fn("Registrations.registered")(
    (kind: RegistrationKind, endpointId: number, externalIds: ReadonlyArray<string>) =>
      Effect.map(
        externalReader.all(sql`
      select id, version, ${sql(tables[kind].external)} as external_id from ${sql(tables[kind].table)}
      where storage_endpoint_id = ${endpointId}
        and ${sql(tables[kind].external)} in
          (select jsonb_array_elements_text(${JSON.stringify(externalIds)}::text::jsonb))`),
        (rows) => new Map(rows.map(({ external_id, ...row }) => [external_id, row]))
      ),
    Effect.orDie
  )

  const rename = Effect.fn("Registrations.rename")(
    (kind: RegistrationKind, id: number, name: string) =>
      Effect.asVoid(sql`update ${sql(tables[kind].table)} set name = ${name} where id = ${id}`),
    Effect.orDie
  )

  const setLinks = Effect.fn("Registrations.setLinks")(function* (
    kind: RegistrationKind,
    id: number,
    { group_links, user_links }: SentLinks
  ) {
    const own = tables[kind].link
    const unknown = [
      ...(yield* unknownIdsIn(sql, "user_id", user_links?.map((link) => link.user_id) ?? [], {
        field: "user_links",
        key: "user_id"
      })),
      ...(yield* unknownIdsIn(sql, "group_id", group_links?.map((link) => link.group_id) ?? [], {
        field: "group_links",
        key: "group_id"
      }))
    ]
    if (unknown.length > 0) return unknown
    yield* sql.withTransaction(
      Effect.gen(function* () {
        if (user_links !== undefined) {
          yield* replaceLinks(
            sql,
            { table: "user_associations", own, other: "user_id" },
            id,
            user_links.map((link) => ({ id: link.user_id, ...rolesOf(link) }))
          )
        }
        if (group_links !== undefined) {
          yield* replaceLinks(
            sql,
            { table: "group_associations", own, other: "group_id" },
            id,
            group_links.map((link) => ({ id: link.group_id, ...rolesOf(link) }))
          )
        }
      })
    )
    return []
  }, Effect.orDie)

  const remove = Effect.fn("Registrations.remove")(
    (kind: RegistrationKind, id: number) =>
      // association_turn comes before the row lock: deleting links needs it
      Effect.asVoid(
        sql.withTransaction(
          Effect.andThen(sql`select association_turn()`, sql`delete from ${sql(tables[kind].table)} where id = ${id}`)
        )
      ),
    Effect.orDie
  )

  return Registrations.of({ page, all, find, add, registered, rename, setLinks, remove })
})

export const layer = Layer.effect(Registrations, make)
