import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { OpenLinks } from "#domain/buckets/policies/OpenLinks.ts"
import type { ManagedShare } from "#domain/objects/shares/ManagedShare.ts"
import { ShareKind, ShareState } from "#domain/objects/shares/Share.ts"
import { ShareListings } from "#services/objects/shares/ShareListings.ts"
import { offsetPage } from "../../postgres/listing.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { rights } from "../accounts/rights.ts"

const Row = Schema.Struct({
  id: Schema.String,
  kind: ShareKind,
  state: ShareState,
  title: Schema.String,
  bucket: Schema.String,
  prefix: Schema.String,
  folders: Schema.Array(Schema.String),
  entries: Schema.Int,
  has_password: Schema.Boolean,
  made_by: Schema.String,
  context_id: Schema.String,
  context_name: Schema.String,
  storage: Schema.String,
  created_at: Schema.Date,
  expires_at: Schema.Date,
  revoked_at: Schema.NullOr(Schema.Date),
  max_uses: Schema.NullOr(Schema.Int),
  uses: Schema.Int,
  bytes: Schema.Int
})
const shareReader = makeRowReader("shares", Row)
const countReader = makeRowReader(
  "shares",
  Schema.Struct({ bucket: Schema.String, downloads: Schema.Int, uploads: Schema.Int, end: Schema.Date })
)

const closedShareReader = makeRowReader(
  "shares",
  Schema.Struct({
    id: Schema.String,
    user_id: Schema.Int,
    kind: ShareKind,
    bucket: Schema.String,
    prefix: Schema.String,
    context_id: Schema.String,
    context_name: Schema.String
  })
)

const shareOf = ({ created_at, expires_at, revoked_at, ...row }: typeof Row.Type): ManagedShare => ({
  ...row,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
  revoked_at: revoked_at?.toISOString() ?? null
})

const tenantOf = (uid: string) => `case when strpos(${uid}, '$') > 0 then split_part(${uid}, '$', 1) else '' end`

const cluster = "e.detected ->> 'cluster_id'"

const places = `(
  select a.id::text as context_id, a.name, e.url, ${cluster} as cluster, e.name as storage,
    ${tenantOf("a.rgw_user_uid")} as tenant,
    a.id as account_id, null::int as rgw_user_id, null::int as owner_user_id, null::timestamptz as expires_at
    from rgw_accounts a join storage_endpoints e on e.id = a.storage_endpoint_id
  union all
  select 's3u-' || r.id, r.name, e.url, ${cluster}, e.name, ${tenantOf("r.rgw_user_uid")}, null, r.id, null, null
    from rgw_users r join storage_endpoints e on e.id = r.storage_endpoint_id
  union all
  select 'conn-' || c.id, c.name, coalesce(e.url, c.custom_endpoint ->> 'url'), ${cluster},
    coalesce(e.name, c.custom_endpoint ->> 'url'),
    null, null, null, c.owner_user_id, c.expires_at
    from s3_connections c left join storage_endpoints e on e.id = c.storage_endpoint_id
)`

const opens = `u.is_active and u.role <> 'ui_none' and (
    p.owner_user_id = u.id and coalesce(p.expires_at > moment.now, true)
    or exists (select from effective_associations l where l.user_id = u.id
      and (l.rgw_account_id = p.account_id or l.rgw_user_id = p.rgw_user_id) and ${rights.browser})
  )`
const state = `case when s.revoked_at is not null then 'revoked' when s.expires_at <= moment.now then 'expired'
  when (${opens}) is not true then 'closed'
  when s.uses >= s.max_uses then 'used_up' else 'active' end`

const folder = `case when s.kind = 'archive' and jsonb_array_length(s.objects) = 0 and jsonb_array_length(s.keys) = 1
  and s.keys ->> 0 like '%/' then s.keys ->> 0 else s.prefix end`
const folders = `(select coalesce(jsonb_agg(k.key order by k.key), '[]') from jsonb_array_elements_text(s.keys) k (key)
  where s.kind = 'archive' and k.key like '%/')`

const columns = `s.id::text as id, s.kind, ${state} as state, s.title, s.bucket, ${folder} as prefix,
  ${folders} as folders,
  jsonb_array_length(s.keys) + jsonb_array_length(s.objects) as entries,
  s.password_hash is not null as has_password, u.email as made_by, s.context_id, coalesce(p.name, '') as context_name,
    coalesce(p.storage, '') as storage,
  s.created_at, s.expires_at, s.revoked_at, s.max_uses, s.uses, s.bytes::float8 as bytes`
const from = (
  now: string
) => `shares s join ui_users u on u.id = s.user_id left join ${places} p on p.context_id = s.context_id
  cross join (select '${now}'::timestamptz as now) moment`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const lit = sql.literal

  const besides = (
    contextId: string
  ): Statement.Fragment => sql`exists (select from ${lit(places)} here where here.context_id = ${contextId}
    and (here.url = p.url or here.cluster = p.cluster) and coalesce(here.tenant = p.tenant, true))`

  const open = Effect.fn("ShareListings.open")(
    (contextId: string, now: DateTime.Utc) =>
      Effect.map(
        countReader.all(sql`
        select s.bucket, (count(*) filter (where s.kind <> 'upload'))::int as downloads,
          (count(*) filter (where s.kind = 'upload'))::int as uploads,
          max(s.expires_at) as "end"
        from ${lit(from(DateTime.formatIso(now)))} where ${besides(contextId)} and ${lit(state)} = 'active'
          group by s.bucket`),
        (rows): ReadonlyMap<string, OpenLinks> =>
          new Map(rows.map(({ bucket, end, ...links }) => [bucket, { ...links, end: end.toISOString() }]))
      ),
    Effect.orDie
  )

  const ofBucket = Effect.fn("ShareListings.ofBucket")(
    (contextId: string, bucket: string, now: DateTime.Utc, limit: number) =>
      Effect.map(
        shareReader.all(sql`select ${lit(columns)} from ${lit(from(DateTime.formatIso(now)))} where s.bucket = ${bucket}
          and ${besides(contextId)}
        order by ${lit(state)} = 'active' desc, s.created_at desc, s.id limit ${limit}`),
        (rows) => rows.map(shareOf)
      ),
    Effect.orDie
  )

  const markClosed = Effect.fn("ShareListings.markClosed")(
    (now: DateTime.Utc, limit: number) =>
      closedShareReader.all(sql`
        update shares set closed_at = ${DateTime.toDateUtc(now)}
        from (
          select s.id, ${lit(folder)} as folder, coalesce(p.name, '') as context_name
          from ${lit(from(DateTime.formatIso(now)))}
          where s.closed_at is null and s.revoked_at is null and s.expires_at > ${DateTime.toDateUtc(now)}
            and ${lit(state)} = 'closed'
          order by s.user_id, s.context_id, s.id limit ${limit}
        ) closed
        where shares.id = closed.id and shares.closed_at is null
        returning shares.id::text as id, user_id, kind, bucket, closed.folder as prefix, context_id,
          closed.context_name`),
    Effect.orDie
  )

  const markReopened = Effect.fn("ShareListings.markReopened")(
    (now: DateTime.Utc) =>
      Effect.map(
        sql`
        update shares set closed_at = null where id in (
          select s.id from ${lit(from(DateTime.formatIso(now)))}
          where s.closed_at is not null and ${lit(state)} in ('active', 'used_up')
        ) returning 1`,
        (rows) => rows.length
      ),
    Effect.orDie
  )

  const page: ShareListings["Service"]["page"] = Effect.fn("ShareListings.page")(
    (query, now) =>
      offsetPage(
        sql,
        {
          columns,
          from: from(DateTime.formatIso(now)),
          id: "s.id",
          sortedBy: "created_at",
          searched: ["s.title", "s.bucket", folder, "u.email", "s.id::text"],
          sorts: {
            title: "lower(s.title)",
            bucket: "s.bucket",
            made_by: "u.email",
            state,
            uses: "s.uses",
            bytes: "s.bytes",
            created_at: "s.created_at",
            expires_at: "s.expires_at"
          }
        },
        shareReader,
        shareOf
      )(
        query,
        ...(query.state === undefined ? [] : [sql`${lit(state)} in ${sql.in(query.state)}`]),
        ...(query.kind === undefined ? [] : [sql.in("s.kind", query.kind)])
      ),
    Effect.orDie
  )

  return ShareListings.of({ open, ofBucket, markClosed, markReopened, page })
})

export const layer = Layer.effect(ShareListings, make)
