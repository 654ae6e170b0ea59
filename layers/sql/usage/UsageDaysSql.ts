import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { GrownBucket, type GrowthMeasure, UsageDay } from "#domain/usage/UsageHistory.ts"
import { UsageDays } from "#services/usage/UsageDays.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { deleteOldRows } from "./deleteOldRows.ts"

const dayReader = makeRowReader("usage_daily", UsageDay)
const growthReader = makeRowReader(
  "usage_bucket_daily",
  Schema.Struct({
    from_day: Schema.NullOr(Schema.String),
    to_day: Schema.NullOr(Schema.String),
    buckets: Schema.Array(GrownBucket)
  })
)
const countReader = makeRowReader("usage_daily", Schema.Struct({ rows: Schema.Int }))

const text = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`
const whole = (column: string) => `case when bool_and(${column} is not null) then coalesce(sum(${column}), 0) end`

export const layer = Layer.effect(
  UsageDays,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const dayOf = (at: DateTime.Utc) => sql`(${DateTime.toDate(at)}::timestamptz at time zone 'UTC')::date`

    const written = (at: DateTime.Utc, keys: Statement.Fragment, rows: Statement.Fragment) => sql`
    with listings as (${keys}), held as (${rows}),
    buckets as (
      insert into usage_bucket_daily as d (listing_key, day, tenant, name, object_count, used_bytes)
      select listing_key, ${dayOf(at)}, tenant, name, object_count, used_bytes from held where used_bytes is not null
        and object_count is not null
      on conflict (listing_key, day, name, tenant) do update set object_count = excluded.object_count,
        used_bytes = excluded.used_bytes
        where (d.object_count, d.used_bytes) is distinct from (excluded.object_count, excluded.used_bytes)
    )
    insert into usage_daily (listing_key, day, bucket_count, object_count, used_bytes, measured_at)
    select l.listing_key, ${dayOf(at)}, count(h.name)::int,
      ${sql.literal(`coalesce(${whole("h.object_count")}, case when count(h.name) = 0 then 0 end)`)},
      ${sql.literal(`coalesce(${whole("h.used_bytes")}, case when count(h.name) = 0 then 0 end)`)},
        ${DateTime.toDate(at)}
    from listings l left join held h on h.listing_key = l.listing_key group by l.listing_key
    on conflict (listing_key, day) do update set bucket_count = excluded.bucket_count,
      object_count = excluded.object_count,
      used_bytes = excluded.used_bytes, measured_at = excluded.measured_at
    returning 1 as rows`

    const write = Effect.fn("UsageDays.write")(
      (listingKey: string, at: DateTime.Utc) =>
        written(
          at,
          sql`select ${listingKey}::text as listing_key`,
          sql`
      select listing_key, tenant, name, used_bytes, object_count from usage_buckets where listing_key = ${listingKey}`
        ),
      Effect.asVoid,
      Effect.orDie
    )

    const collect = Effect.fn("UsageDays.collect")(
      (at: DateTime.Utc, readSince: DateTime.Utc) =>
        Effect.map(
          written(
            at,
            sql`select key as listing_key from bucket_listings where state = 'complete'
              and refreshed_at >= ${DateTime.toDate(readSince)}`,
            sql`select r.key as listing_key, r.tenant, r.name, r.used_bytes, r.object_count from bucket_listing_rows r
              join listings l on l.listing_key = r.key`
          ),
          (rows) => rows.length
        ),
      Effect.orDie
    )

    const series = Effect.fn("UsageDays.series")(
      (listingKeys: ReadonlyArray<string>, bucket: string | null, since: DateTime.Utc) =>
        dayReader.all(
          bucket === null
            ? sql`
      select distinct on (usage_daily.day) ${sql.literal(text("day"))} as day, bucket_count,
        object_count::float8 as object_count, used_bytes::float8 as used_bytes
      from usage_daily where ${sql.in("listing_key", listingKeys)} and day >= ${dayOf(since)}
      order by usage_daily.day, measured_at desc`
            : sql`
      select ${sql.literal(text("d.day"))} as day, 1 as bucket_count, sum(object_count)::float8 as object_count,
        sum(used_bytes)::float8 as used_bytes
      from usage_bucket_daily d where ${sql.in("listing_key", listingKeys)} and name = ${bucket}
        and d.day >= ${dayOf(since)}
        group by d.day order by d.day`
        ),
      Effect.orDie
    )

    const growth = Effect.fn("UsageDays.growth")((listingKey: string, by: GrowthMeasure, since: DateTime.Utc) => {
      const grown = sql.literal(by === "used_bytes" ? "grown_bytes" : "grown_objects")
      return growthReader.one(sql`
      with bounds as (select min(day) as first, max(day) as last from usage_daily where listing_key = ${listingKey}
        and day >= ${dayOf(since)}),
      begun as (
        select distinct on (d.name, d.tenant) d.* from usage_bucket_daily d, bounds
        where d.listing_key = ${listingKey} and d.day between bounds.first and bounds.last order by d.name, d.tenant,
          d.day
      ),
      now as (select d.* from usage_bucket_daily d, bounds where d.listing_key = ${listingKey} and d.day = bounds.last),
      grown as (
        select n.name, ${sql.literal(text("b.day"))} as from_day, ${sql.literal(text("n.day"))} as to_day, n.used_bytes,
          n.object_count, fresh.is_new,
          n.used_bytes - case when fresh.is_new then 0 else b.used_bytes end as grown_bytes,
          n.object_count - case when fresh.is_new then 0 else b.object_count end as grown_objects
        from now n join begun b on b.name = n.name and b.tenant = n.tenant cross join bounds cross join lateral (
          select b.day > bounds.first and not exists (
            select from usage_bucket_daily e where e.listing_key = ${listingKey} and e.name = n.name
              and e.tenant = n.tenant and e.day < b.day
          ) as is_new
        ) fresh
        where bounds.first < bounds.last
      )
      select case when first < last then ${sql.literal(text("first"))} end as from_day, case
        when first < last then ${sql.literal(text("last"))} end as to_day,
        coalesce((select json_agg(g) from (select * from grown where ${grown} > 0 order by ${grown} desc, name limit 20)
          g), '[]'::json) as buckets
      from bounds`)
    }, Effect.orDie)

    const purge = Effect.fn("UsageDays.purge")(
      (before: DateTime.Utc, limit: number) =>
        Effect.map(
          countReader.one(sql`
      with b as (${deleteOldRows(sql, "usage_bucket_daily", sql`day < ${dayOf(before)}`, limit)}),
      d as (${deleteOldRows(sql, "usage_daily", sql`day < ${dayOf(before)}`, limit)}),
      u as (${deleteOldRows(sql, "usage_buckets", sql`counted_at < ${DateTime.toDate(before)}`, limit)}),
      -- of owners and connections that nobody counts any more
      s as (${deleteOldRows(sql, "usage_snapshots", sql`updated_at < ${DateTime.toDate(before)}`, limit)})
      select ((select count(*) from b) + (select count(*) from d) + (select count(*) from u)
        + (select count(*) from s))::int as rows`),
          ({ rows }) => rows
        ),
      Effect.orDie
    )

    return UsageDays.of({ write, collect, series, growth, purge })
  })
)
