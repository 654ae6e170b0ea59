import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { OwnerTraffic } from "#domain/usage/OwnerTraffic.ts"
import { StatsStorage, StatsSummary, StatsTraffic } from "#domain/usage/Statistics.ts"
import { StatisticsRecords } from "#services/usage/StatisticsRecords.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { deleteOldRows } from "./deleteOldRows.ts"
import { owners, storageByOwner } from "./storageOwners.ts"

const storageDocumentReader = makeRowReader("bucket_listing_rows", Schema.Struct({ document: StatsStorage }))
const summaryReader = makeRowReader("application", Schema.Struct({ document: StatsSummary }))
const trafficDocumentReader = makeRowReader("traffic_daily", Schema.Struct({ document: StatsTraffic }))
const keyReader = makeRowReader("bucket_listings", Schema.Struct({ key: Schema.String }))
const writtenCountReader = makeRowReader("storage_daily", Schema.Struct({ stored: Schema.Int, all: Schema.Int }))
const countReader = makeRowReader("storage_daily", Schema.Struct({ gone: Schema.Int }))

const total = (where: string) => `json_build_object(
  'used_bytes', sum(bytes) filter (where known ${where}), 'object_count', sum(objects) filter (where known ${where}),
  'bucket_count', (sum(buckets) filter (where known ${where}))::float8, 'counted', count(*)
    filter (where known ${where}),
  'unknown', count(*) filter (where known is not true ${where}), 'as_of',
    ${isoText(`min(refreshed_at) filter (where known ${where})`)}
)`

const day = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`
const list = (select: string, order: string) =>
  `coalesce((select json_agg(x order by ${order}) from (${select}) x), '[]'::json)`

const figures = `sum(operations)::float8 as operations, sum(successful_operations)::float8 as successful_operations,
  sum(bytes_sent)::float8 as bytes_sent, sum(bytes_received)::float8 as bytes_received`

export const layer = Layer.effect(
  StatisticsRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const raw = sql.literal

    const summary = Effect.fn("StatisticsRecords.summary")((now: DateTime.Utc) => {
      const at = DateTime.toDate(now)
      return Effect.map(
        summaryReader.one(sql`
      ${raw(storageByOwner)}, asked as (select ${at}::timestamptz as now)
      select json_build_object(
        'endpoints', (select json_build_object(
          'total', count(*), 'up', count(*) filter (where health ->> 'state' = 'up'), 'degraded', count(*)
            filter (where health ->> 'state' = 'degraded'),
          'down', count(*) filter (where health ->> 'state' = 'down'), 'unchecked', count(*)
            filter (where health is null)) from storage_endpoints),
        'troubled_endpoints', ${raw(
          list(
            `
          select id, name, health ->> 'state' as state, health ->> 'error' as error, health ->> 'since' as since
            from storage_endpoints
          where health ->> 'state' in ('degraded', 'down') order by health ->> 'state' desc, name limit 10`,
            "state desc, name"
          )
        )},
        'open_incidents', ${raw(
          list(
            `
          select e.id as storage_endpoint_id, e.name, ${isoText("i.started_at")} as started_at, i.summary
          from endpoint_incidents i join storage_endpoints e on e.id = i.storage_endpoint_id where i.ended_at is null
            order by i.started_at limit 10`,
            "started_at"
          )
        )},
        'accounts', (select count(*) from rgw_accounts),
        's3_users', (select count(*) from rgw_users),
        'connections', (select count(*) from s3_connections where owner_user_id is null),
        'users', (select json_build_object('total', count(*), 'active', count(*) filter (where is_active))
          from ui_users),
        'storage', (select ${raw(total(""))} from held),
        'attention', (select json_build_object(
          'stale_listings', (select count(*) from bucket_listings l join held h on h.key = l.key
            where l.last_error is not null),
          'failed_jobs', (
            select count(*) from (
              select distinct on (job) job, outcome, report from job_runs where outcome in ('completed', 'failed')
                order by job, started_at desc
            ) last
            where outcome = 'failed' or (report ->> 'failed_endpoint_count')::int > 0 or report ->> 'status' = 'failed'
          ) + (select count(*) from job_leases where lease_until < asked.now),
          'unknown_changes', (select count(*) from gateway_intents where outcome = 'unknown'
            and told_at > asked.now - interval '7 days'),
          'expiring_tokens', (select count(*) from api_tokens where revoked_at is null and expires_at between asked.now
            and asked.now + interval '7 days'),
          'expiring_connections', (select count(*) from s3_connections where owner_user_id is null
            and expires_at < asked.now + interval '1 day'),
          'pending_link_requests', (select count(*) from identity_link_requests where status = 'pending'
            and expires_at > asked.now),
          'differing_accounts', (select count(distinct rgw_account_id) from drift_findings), 'differing_s3_users',
            (select count(distinct rgw_user_id) from drift_findings),
          'failed_sign_ins', (select count(*) from audit_logs where created_at > asked.now - interval '24 hours'
            and action = 'session.login_failed')
        ) from asked),
        'generated_at', ${DateTime.formatIso(now)}::text
      ) as document`),
        ({ document }) => document
      )
    }, Effect.orDie)

    const readStorage = Effect.fn("StatisticsRecords.storage")(
      (since: DateTime.Utc) =>
        Effect.map(
          storageDocumentReader.one(sql`
      ${raw(storageByOwner)}
      select json_build_object(
        'total', (select ${raw(total(""))} from held),
        'endpoints', coalesce((
          select json_agg(x.document order by x.name) from (
            select e.name, (jsonb_build_object('storage_endpoint_id', e.id, 'name', e.name) || (select ${raw(total(""))}
              from held where storage_endpoint_id = e.id)::jsonb) as document
            from storage_endpoints e
          ) x), '[]'::json),
        'largest', ${raw(
          list(
            `
          select h.kind, h.id, h.name, e.name as storage_endpoint_name, h.bytes as used_bytes,
            h.objects as object_count, h.buckets as bucket_count, ${isoText("h.refreshed_at")} as as_of
          from held h join storage_endpoints e on e.id = h.storage_endpoint_id where h.known order by h.bytes desc,
            h.name limit 20`,
            "used_bytes desc, name"
          )
        )},
        'history', coalesce((
          select json_agg(x order by x.day, x.storage_endpoint_id) from (
            select ${raw(day("day"))} as day, storage_endpoint_id, sum(used_bytes)::float8 as used_bytes,
              sum(object_count)::float8 as object_count
            from storage_daily where day >= ${DateTime.toDate(since)}::timestamptz::date group by 1, 2
          ) x), '[]'::json)
      ) as document`),
          ({ document }) => document
        ),
      Effect.orDie
    )

    const readTraffic = Effect.fn("StatisticsRecords.traffic")((since: DateTime.Utc) => {
      const from = DateTime.toDate(since)
      return Effect.map(
        trafficDocumentReader.one(sql`
      with owners as (${raw(owners)}),
      traffic as (select * from traffic_daily where day >= ${from}::timestamptz::date)
      select json_build_object(
        'sources', ${raw(
          list(
            `
          select e.id as storage_endpoint_id, e.name, ${isoText("c.collected_at")} as collected_at, c.error,
            case when coalesce((e.features_config -> 'features' -> 'usage' ->> 'enabled')::boolean, false) is false
              or e.admin_access_key is null then 'off'
              when c.collected_at is null then 'waiting' when c.error is not null then 'failed' else 'collected'
                end as state
          from storage_endpoints e left join traffic_collections c on c.storage_endpoint_id = e.id`,
            "name"
          )
        )},
        'days', ${raw(
          list(
            `select ${day("day")} as day, storage_endpoint_id, ${figures} from traffic group by 1,
          2`,
            "day, storage_endpoint_id"
          )
        )},
        'busiest', ${raw(
          list(
            `
          select t.owner, t.storage_endpoint_id, min(o.name) as name, ${figures} from traffic t
          left join owners o on o.owner = t.owner and o.storage_endpoint_id = t.storage_endpoint_id
          group by 1, 2 order by sum(bytes_sent + bytes_received) desc limit 20`,
            "bytes_sent + bytes_received desc, owner"
          )
        )}
      ) as document`),
        ({ document }) => document
      )
    }, Effect.orDie)

    const listingsOlderThan = Effect.fn("StatisticsRecords.listingsOlderThan")(
      (moment: DateTime.Utc) =>
        Effect.map(
          keyReader.all(sql`
      select o.key from (${raw(owners)}) o left join bucket_listings l on l.key = o.key
      where (l.refreshed_at is null or l.refreshed_at < ${DateTime.toDate(moment)})
        and (l.failed_at is null or l.failed_at < ${DateTime.toDate(moment)})
      order by o.key`),
          (rows) => rows.map(({ key }) => key)
        ),
      Effect.orDie
    )

    const writeStorage = Effect.fn("StatisticsRecords.writeStorage")(
      (now: DateTime.Utc, refreshedSince: DateTime.Utc) =>
        writtenCountReader.one(sql`
      ${raw(storageByOwner)},
        fresh as (select * from held where known and refreshed_at >= ${DateTime.toDate(refreshedSince)}),
      kept as (
        insert into storage_daily (day, storage_endpoint_id, kind, owner, name, bucket_count, object_count, used_bytes,
          measured_at)
        select (${DateTime.toDate(now)}::timestamptz at time zone 'UTC')::date, storage_endpoint_id, kind, owner, name,
          buckets, objects::bigint, bytes::bigint, refreshed_at from fresh
        on conflict (day, storage_endpoint_id, kind, owner) do update set
          name = excluded.name, bucket_count = excluded.bucket_count, object_count = excluded.object_count,
            used_bytes = excluded.used_bytes, measured_at = excluded.measured_at
        returning 1
      )
      select (select count(*)::int from kept) as stored, (select count(*)::int from held) as all`),
      Effect.orDie
    )

    const writeTraffic = Effect.fn("StatisticsRecords.writeTraffic")(
      (endpointId: number, read: ReadonlyArray<OwnerTraffic> | { readonly error: string }, now: DateTime.Utc) => {
        const error = "error" in read ? read.error : null
        const rows = "error" in read ? [] : read
        const at = DateTime.toDate(now)
        return sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`
          insert into traffic_daily (day, storage_endpoint_id, owner, operations, successful_operations, bytes_sent,
            bytes_received, collected_at)
          select (r ->> 'day')::date, ${endpointId}::int, r ->> 'owner', (r ->> 'operations')::bigint,
            (r ->> 'successful_operations')::bigint,
            (r ->> 'bytes_sent')::bigint, (r ->> 'bytes_received')::bigint, ${at}::timestamptz
          from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) r
          on conflict (day, storage_endpoint_id, owner) do update set
            operations = excluded.operations, successful_operations = excluded.successful_operations,
            bytes_sent = excluded.bytes_sent, bytes_received = excluded.bytes_received,
              collected_at = excluded.collected_at`
            yield* sql`
          insert into traffic_collections (storage_endpoint_id, collected_at, error)
            values (${endpointId}, ${at}, ${error})
          on conflict (storage_endpoint_id) do update set collected_at = excluded.collected_at, error = excluded.error`
          })
        )
      },
      Effect.asVoid,
      Effect.orDie
    )

    const purge = Effect.fn("StatisticsRecords.purge")(
      (storageBefore: DateTime.Utc | null, trafficBefore: DateTime.Utc | null, limit: number) => {
        const isOld = (moment: DateTime.Utc | null) =>
          sql`day < ${moment === null ? null : DateTime.toDate(moment)}::timestamptz::date`
        return Effect.map(
          countReader.one(sql`
      with s as (${deleteOldRows(sql, "storage_daily", isOld(storageBefore), limit)}),
      t as (${deleteOldRows(sql, "traffic_daily", isOld(trafficBefore), limit)})
      select ((select count(*) from s) + (select count(*) from t))::int as gone`),
          ({ gone }) => gone
        )
      },
      Effect.orDie
    )

    return StatisticsRecords.of({
      summary,
      storage: readStorage,
      traffic: readTraffic,
      listingsOlderThan,
      writeStorage,
      writeTraffic,
      purge
    })
  })
)
