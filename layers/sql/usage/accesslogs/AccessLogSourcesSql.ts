import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { SpaceRight } from "#domain/iam/portal/StorageSpace.ts"
import { PortalOverride } from "#domain/identity/application/ApplicationSettings.ts"
import { accessLogStates } from "#domain/usage/accesslogs/AccessLog.ts"
import { AccessLogSources, type SourceChange } from "#services/usage/accesslogs/AccessLogSources.ts"
import { isoText } from "../../../postgres/moments.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

const source = {
  id: Schema.Int,
  bucket: Schema.String,
  log_bucket: Schema.String,
  enabled: Schema.Boolean,
  state: Schema.Literals(accessLogStates),
  refused_count: Schema.Int,
  collected_at: Schema.NullOr(Schema.String)
}
const viewReader = makeRowReader(
  "rgw_accounts, portal_spaces, access_log_sources",
  Schema.Struct({
    settings: Schema.Struct({
      override: Schema.NullOr(PortalOverride),
      installation: Schema.NullOr(PortalOverride)
    }),
    spaces: Schema.Array(
      Schema.Struct({
        id: Schema.Int,
        name: Schema.String,
        bucket: Schema.String,
        prefix: Schema.String,
        private: Schema.Boolean,
        member_right: Schema.NullOr(SpaceRight)
      })
    ),
    sources: Schema.Array(Schema.Struct(source))
  })
)
const uidReader = makeRowReader("access_log_identities", Schema.Struct({ uid: Schema.String }))
const collectedSourceReader = makeRowReader(
  "access_log_sources, rgw_accounts",
  Schema.Struct({
    ...source,
    rgw_account_id: Schema.Int,
    listing_key: Schema.String,
    root_uid: Schema.String,
    has_space: Schema.Boolean,
    collected_since: Schema.Boolean
  })
)
const idReader = makeRowReader("access_log_sources", Schema.Struct({ id: Schema.Int }))

const columns = `s.id, s.bucket, s.log_bucket, s.enabled, s.state, s.refused_count::float8 as refused_count,
  ${isoText("s.collected_at")} as collected_at`

export const layer = Layer.effect(
  AccessLogSources,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lit = sql.literal

    const view = Effect.fn("AccessLogSources.view")(
      (accountId: number, userId: number) =>
        viewReader.one(sql`
          select
            jsonb_build_object('override', a.portal_settings,
              'installation', (select settings -> 'portal' from application_settings)) as settings,
            coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'bucket', p.bucket,
                'prefix', p.prefix, 'private', p.private, 'member_right', m.member_right))
              from portal_spaces p left join portal_members m on m.space_id = p.id and m.user_id = ${userId}
              where p.rgw_account_id = a.id), '[]') as spaces,
            coalesce((select jsonb_agg(to_jsonb(l)) from (
              select ${lit(columns)} from access_log_sources s where s.rgw_account_id = a.id) l), '[]') as sources
          from rgw_accounts a where a.id = ${accountId}`),
      Effect.orDie
    )

    const select = (only: Statement.Fragment) =>
      collectedSourceReader.all(sql`
        select ${lit(columns)}, a.id as rgw_account_id, a.rgw_user_uid as root_uid,
          'endpoint:' || a.storage_endpoint_id || '/owner:' || a.rgw_account_id as listing_key,
          exists (select from portal_spaces p where p.rgw_account_id = a.id and p.bucket = s.bucket) as has_space,
          coalesce(s.collected_at > s.changed_at, false) as collected_since
        from access_log_sources s join rgw_accounts a on a.id = s.rgw_account_id
        where (${only}) order by s.collected_at nulls first, s.id`)

    const find = Effect.fn("AccessLogSources.find")(
      (accountId: number, bucket: string) =>
        Effect.map(select(sql`s.rgw_account_id = ${accountId} and s.bucket = ${bucket}`), ([first]) => first ?? null),
      Effect.orDie
    )

    const toCollect = select(sql`s.enabled or not s.drained`).pipe(
      Effect.orDie,
      Effect.withSpan("AccessLogSources.toCollect")
    )

    const set = Effect.fn("AccessLogSources.set")(
      (
        accountId: number,
        one: {
          readonly bucket: string
          readonly log_bucket: string
          readonly enabled: boolean
          readonly state: string
        },
        now: DateTime.Utc
      ) =>
        Effect.map(
          idReader.one(sql`
            insert into access_log_sources (rgw_account_id, bucket, log_bucket, enabled, state, changed_at)
            values (${accountId}, ${one.bucket}, ${one.log_bucket}, ${one.enabled}, ${one.state},
              ${DateTime.toDateUtc(now)})
            on conflict (rgw_account_id, bucket) do update set log_bucket = excluded.log_bucket,
              enabled = excluded.enabled, state = excluded.state, drained = false, changed_at = excluded.changed_at
            returning id`),
          ({ id }) => id
        ),
      Effect.orDie
    )

    const change = Effect.fn("AccessLogSources.change")(
      (id: number, { collected_at, drained, enabled, state }: SourceChange) =>
        Effect.asVoid(sql`
          update access_log_sources set ${sql.csv([
            sql`state = ${state}`,
            ...(enabled === undefined ? [] : [sql`enabled = ${enabled}`]),
            ...(drained === undefined ? [] : [sql`drained = ${drained}`]),
            ...(collected_at === undefined ? [] : [sql`collected_at = ${DateTime.toDateUtc(collected_at)}`])
          ])} where id = ${id}`),
      Effect.orDie
    )

    const unnamed = Effect.fn("AccessLogSources.unnamed")(
      (accountId: number, before: DateTime.Utc) =>
        Effect.map(
          uidReader.all(sql`select i.uid from access_log_identities i
            where i.rgw_account_id = ${accountId} and i.name is null
              and (i.checked_at is null or i.checked_at < ${DateTime.toDateUtc(before)})`),
          (rows) => rows.map(({ uid }) => uid)
        ),
      Effect.orDie
    )

    const nameIdentities = Effect.fn("AccessLogSources.nameIdentities")(
      (
        accountId: number,
        names: ReadonlyArray<{ readonly uid: string; readonly name: string | null }>,
        now: DateTime.Utc
      ) =>
        Effect.asVoid(sql`
          update access_log_identities i set name = n.name, checked_at = ${DateTime.toDateUtc(now)}
          from jsonb_to_recordset(${JSON.stringify(names)}::text::jsonb) as n (uid text, name text)
          where i.rgw_account_id = ${accountId} and i.uid = n.uid`),
      Effect.orDie
    )

    return AccessLogSources.of({ view, find, toCollect, set, change, unnamed, nameIdentities })
  })
)
