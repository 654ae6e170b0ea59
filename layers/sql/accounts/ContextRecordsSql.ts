import { Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { ContextRef } from "#domain/accounts/contexts/ContextId.ts"
import type { ContextWorkspace } from "#domain/accounts/contexts/ExecutionContext.ts"
import { PortalRole } from "#domain/identity/Links.ts"
import { capabilitiesOf, FeaturesConfig } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { type ContextRecord, ContextRecords } from "#services/accounts/contexts/ContextRecords.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { portalEnabled } from "../platform/portalEnabled.ts"
import { rights } from "./rights.ts"

const Row = Schema.Struct({
  kind: Schema.Literals(["account", "s3_user"]),
  id: Schema.Int,
  name: Schema.String,
  external_id: Schema.String,
  uid: Schema.String,
  access_key: Schema.String,
  secret: Schema.String,
  endpoint_id: Schema.Int,
  endpoint_name: Schema.String,
  endpoint_url: Schema.String,
  endpoint_region: Schema.String,
  endpoint_verify_tls: Schema.Boolean,
  endpoint_is_default: Schema.Boolean,
  endpoint_is_sandbox: Schema.Boolean,
  features_config: FeaturesConfig,
  admin_access_key: Schema.NullOr(Schema.String),
  admin_secret: Schema.NullOr(Schema.String),
  data_access: Schema.Boolean
})
const contextReader = makeRowReader("rgw_accounts, rgw_users", Row)
const totalReader = makeRowReader(
  "rgw_accounts, rgw_users, storage_endpoints",
  Schema.Struct({
    endpoints: Schema.Int,
    contexts: Schema.Int,
    own_endpoints: Schema.Int,
    own_contexts: Schema.Int
  })
)

const portalAccountReader = makeRowReader(
  "effective_associations, rgw_accounts",
  Schema.Struct({ account_id: Schema.Int, name: Schema.String, role: PortalRole, listing_key: Schema.String })
)

const toRecord = (row: typeof Row.Type): ContextRecord => ({
  ...row,
  capabilities: capabilitiesOf(row.features_config)
})
const recordOrNull = (row: typeof Row.Type | null) => (row === null ? null : toRecord(row))

const contexts = `(
  select 'account' as kind, a.id, a.name, a.rgw_account_id as external_id, a.rgw_user_uid as uid, a.access_key,
    a.secret, a.storage_endpoint_id
    from rgw_accounts a
  union all
  select 's3_user', u.id, u.name, u.rgw_user_uid, u.rgw_user_uid, u.access_key, u.secret, u.storage_endpoint_id
    from rgw_users u
) c join storage_endpoints e on e.id = c.storage_endpoint_id`

const columns = `c.kind, c.id, c.name, c.external_id, c.uid, c.access_key, c.secret, e.id as endpoint_id,
  e.name as endpoint_name,
  e.url as endpoint_url, e.region as endpoint_region, e.verify_tls as endpoint_verify_tls,
    e.is_default as endpoint_is_default,
  e.is_sandbox as endpoint_is_sandbox, e.features_config, e.admin_access_key, e.admin_secret`

/** Contexts that a user has a right to, each once. `granted` comes first, so that only those rows are read. */
const visibleContexts = (sql: SqlClient.SqlClient, right: string, userId: number, only: Statement.Fragment) => sql`
  with granted as (
    select l.rgw_account_id, l.rgw_user_id, bool_or(l.allow_manager_browser_data_access) as data_access
    from effective_associations l join ui_users u on u.id = l.user_id
    where l.user_id = ${userId} and u.is_active and u.role <> 'ui_none' and ${sql.literal(right)} and ${only}
    group by l.rgw_account_id, l.rgw_user_id
  )
  select ${sql.literal(columns)}, c.data_access from (
    select 'account' as kind, a.id, a.name, a.rgw_account_id as external_id, a.rgw_user_uid as uid, a.access_key,
      a.secret, a.storage_endpoint_id, g.data_access
      from granted g join rgw_accounts a on a.id = g.rgw_account_id
    union all
    select 's3_user', u.id, u.name, u.rgw_user_uid, u.rgw_user_uid, u.access_key, u.secret, u.storage_endpoint_id,
      g.data_access
      from granted g join rgw_users u on u.id = g.rgw_user_id
  ) c join storage_endpoints e on e.id = c.storage_endpoint_id`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const lit = sql.literal

  const links: Record<ContextRef["kind"], (id: number) => Statement.Fragment> = {
    account: (id) => sql`l.rgw_account_id = ${id}`,
    s3_user: (id) => sql`l.rgw_user_id = ${id}`,
    connection: () => sql`false`
  }

  const visible = Effect.fn("ContextRecords.visible")(
    (userId: number, workspace: ContextWorkspace) =>
      Effect.map(
        contextReader.all(
          sql`${visibleContexts(sql, rights[workspace], userId, sql`true`)} order by e.is_default desc, lower(e.name),
            lower(c.name), c.kind, c.id`
        ),
        (rows) => rows.map(toRecord)
      ),
    Effect.orDie
  )

  const find = Effect.fn("ContextRecords.find")(
    (userId: number, workspace: ContextWorkspace, ref: ContextRef) =>
      Effect.map(
        contextReader.first(visibleContexts(sql, rights[workspace], userId, links[ref.kind](ref.id))),
        recordOrNull
      ),
    Effect.orDie
  )

  const byOwner = Effect.fn("ContextRecords.byOwner")(
    (endpointId: number, owner: string) =>
      Effect.map(
        contextReader.first(sql`select ${lit(columns)}, false as data_access from ${lit(contexts)}
        where e.id = ${endpointId} and c.external_id = ${owner} order by c.kind, c.id limit 1`),
        recordOrNull
      ),
    Effect.orDie
  )

  // portal_manager sorts before portal_user
  const portalAccountsOf = (userId: number, only: Statement.Fragment) => sql`
    select a.id as account_id, a.name, min(l.portal_role) as role,
      'endpoint:' || a.storage_endpoint_id || '/owner:' || a.rgw_account_id as listing_key
    from effective_associations l join ui_users u on u.id = l.user_id join rgw_accounts a on a.id = l.rgw_account_id
    where l.user_id = ${userId} and ${only} and l.portal_role is not null
      and u.is_active and u.role <> 'ui_none' and ${lit(portalEnabled("a.id"))}
    group by a.id order by lower(a.name), a.id`

  const portalAccount = Effect.fn("ContextRecords.portalAccount")(
    (userId: number, accountId: number) =>
      portalAccountReader.first(portalAccountsOf(userId, sql`l.rgw_account_id = ${accountId}`)),
    Effect.orDie
  )

  const ownPortalAccounts = Effect.fn("ContextRecords.portalAccounts")(
    (userId: number) => portalAccountReader.all(portalAccountsOf(userId, sql`true`)),
    Effect.orDie
  )

  const grantAll = Effect.fn("ContextRecords.grantAll")(
    (userId: number) =>
      Effect.asVoid(sql`
      insert into user_associations (user_id, rgw_account_id, rgw_user_id, manager_role,
        allow_manager_browser_data_access)
      select ${userId}::int, a.id, null::int, 'account_administrator', true from rgw_accounts a
      union all
      select ${userId}::int, null::int, u.id, 'account_administrator', true from rgw_users u
      on conflict do nothing`),
    Effect.orDie
  )

  const counts = totalReader
    .one(sql`
    select (select count(*) from storage_endpoints)::int as endpoints, count(c.*)::int as contexts,
      (select count(*) from storage_endpoints where not is_sandbox)::int as own_endpoints,
      (count(c.*) filter (where not e.is_sandbox))::int as own_contexts
    from (select storage_endpoint_id from rgw_accounts union all select storage_endpoint_id from rgw_users) c
      join storage_endpoints e on e.id = c.storage_endpoint_id`)
    .pipe(Effect.orDie)

  return ContextRecords.of({
    visible,
    find,
    byOwner,
    portalAccount,
    portalAccounts: ownPortalAccounts,
    grantAll,
    counts
  })
})

export const layer = Layer.effect(ContextRecords, make)
