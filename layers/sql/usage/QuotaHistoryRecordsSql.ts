import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  type HistoryResolution,
  type QuotaForecast,
  QuotaHistoryPoint,
  QuotaSubject,
  QuotaSubjectType
} from "#domain/usage/QuotaHistory.ts"
import { QuotaHistoryRecords, type SubjectKey } from "#services/usage/QuotaHistoryRecords.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { deleteOldRows } from "./deleteOldRows.ts"
import { owners, storageByOwner } from "./storageOwners.ts"

const FORECAST_CHUNK = 500
const QUOTA_MAX_AGE = "2 days"

const countReader = makeRowReader("quota_usage_hourly", Schema.Struct({ count: Schema.Int }))
const subjectReader = makeRowReader("rgw_accounts", QuotaSubject)
const pointReader = makeRowReader("quota_usage_daily", Schema.Struct({ point: QuotaHistoryPoint }))
const History = Schema.Struct({ type: QuotaSubjectType, id: Schema.Int, points: Schema.Array(QuotaHistoryPoint) })
const historyReader = makeRowReader("quota_usage_daily", History)

const Limit = Schema.NullOr(Schema.Finite)
const stateReader = makeRowReader(
  "quota_states",
  Schema.Struct({
    bytes: Schema.Finite,
    objects: Schema.Finite,
    limits: Schema.Struct({ max_bytes: Limit, max_objects: Limit })
  })
)

const subjectType = (kind: string) => `case ${kind} when 'account' then 'S3Account' else 'S3User' end`
const dayStart = (column: string) => isoText(`(${column}::timestamp at time zone 'UTC')`)
const quotaFields = `'quota_known', quota_known,
  'quota_max_bytes', quota_max_bytes, 'quota_max_objects', quota_max_objects`
const measure = (name: string, column: (figure: string) => string) =>
  `'${name}', json_build_object('min', ${column("min")}, 'max', ${column("max")},
    'avg', ${column("avg")}, 'last', ${column("last")})`
const pointOf: Record<HistoryResolution, string> = {
  daily: `json_build_object('at', ${dayStart("day")}, 'sample_count', sample_count,
    ${measure("bytes", (figure) => `${figure}_bytes`)},
    ${measure("objects", (figure) => `${figure}_objects`)}, ${quotaFields})`,
  hourly: `json_build_object('at', ${isoText("measured_at")}, 'sample_count', 1,
    ${measure("bytes", () => "used_bytes")}, ${measure("objects", () => "object_count")}, ${quotaFields})`
}

export const layer = Layer.effect(
  QuotaHistoryRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const raw = sql.literal
    const dayOf = (at: DateTime.Utc) => sql`(${DateTime.toDate(at)}::timestamptz at time zone 'UTC')::date`

    /** Rows of the day alone decide a rollup, so that computing it again gives the same. */
    const rollUp = (at: DateTime.Utc) => sql`
      insert into quota_usage_daily as d (subject_type, subject_id, day, storage_endpoint_id, sample_count,
        min_bytes, max_bytes, avg_bytes, last_bytes, min_objects, max_objects, avg_objects, last_objects,
        quota_known, quota_max_bytes, quota_max_objects)
      select s.subject_type, s.subject_id, b.day, l.storage_endpoint_id, s.sample_count,
        s.min_bytes, s.max_bytes, s.avg_bytes, l.used_bytes,
        s.min_objects, s.max_objects, s.avg_objects, l.object_count,
        l.quota_known, l.quota_max_bytes, l.quota_max_objects
      from (select day, (day::timestamp at time zone 'UTC') as since, ((day + 1)::timestamp at time zone 'UTC') as until
        from (values (${dayOf(at)} - 1), (${dayOf(at)})) days (day)) b
      cross join lateral (
        select subject_type, subject_id, count(*)::int as sample_count, max(measured_at) as last_at,
          min(used_bytes) as min_bytes, max(used_bytes) as max_bytes, round(avg(used_bytes)) as avg_bytes,
          min(object_count) as min_objects, max(object_count) as max_objects, round(avg(object_count)) as avg_objects
        from quota_usage_hourly where measured_at >= b.since and measured_at < b.until group by 1, 2
      ) s
      join quota_usage_hourly l
        on l.subject_type = s.subject_type and l.subject_id = s.subject_id and l.measured_at = s.last_at
      on conflict (subject_type, subject_id, day) do update set storage_endpoint_id = excluded.storage_endpoint_id,
        sample_count = excluded.sample_count, min_bytes = excluded.min_bytes, max_bytes = excluded.max_bytes,
        avg_bytes = excluded.avg_bytes, last_bytes = excluded.last_bytes, min_objects = excluded.min_objects,
        max_objects = excluded.max_objects, avg_objects = excluded.avg_objects, last_objects = excluded.last_objects,
        quota_known = excluded.quota_known, quota_max_bytes = excluded.quota_max_bytes,
        quota_max_objects = excluded.quota_max_objects
      where d is distinct from excluded`

    const sample = Effect.fn("QuotaHistoryRecords.sample")(
      (at: DateTime.Utc, refreshedSince: DateTime.Utc) =>
        sql.withTransaction(
          Effect.gen(function* () {
            const { count } = yield* countReader.one(sql`
              ${raw(storageByOwner)}, samples as (
                insert into quota_usage_hourly
                  (subject_type, subject_id, measured_at, storage_endpoint_id, used_bytes, object_count,
                    quota_known, quota_max_bytes, quota_max_objects)
                select ${raw(subjectType("h.kind"))}, h.id, ${DateTime.toDate(at)}::timestamptz, h.storage_endpoint_id,
                  h.bytes::bigint, h.objects::bigint, q.subject_id is not null, q.quota_max_bytes, q.quota_max_objects
                from held h
                -- the quota as the quota monitor read it last
                left join quota_states q on q.subject_type = ${raw(subjectType("h.kind"))} and q.subject_id = h.id
                  and q.quota_read_at >= ${DateTime.toDate(at)}::timestamptz - interval '${raw(QUOTA_MAX_AGE)}'
                where h.known and h.refreshed_at >= ${DateTime.toDate(refreshedSince)}
                on conflict (subject_type, subject_id, measured_at) do update set used_bytes = excluded.used_bytes,
                  object_count = excluded.object_count, quota_known = excluded.quota_known,
                  quota_max_bytes = excluded.quota_max_bytes, quota_max_objects = excluded.quota_max_objects
                returning 1
              )
              select count(*)::int as count from samples`)
            yield* rollUp(at)
            return count
          })
        ),
      Effect.orDie
    )

    const subject = Effect.fn("QuotaHistoryRecords.subject")(
      ({ id, type }: SubjectKey) =>
        subjectReader.first(sql`
          select ${type}::text as type, o.id, o.name, o.storage_endpoint_id, e.name as storage_endpoint_name
          from (${raw(owners)}) o join storage_endpoints e on e.id = o.storage_endpoint_id
          where o.id = ${id} and ${raw(subjectType("o.kind"))} = ${type}`),
      Effect.orDie
    )

    const current = Effect.fn("QuotaHistoryRecords.current")(
      ({ id, type }: SubjectKey, at: DateTime.Utc) =>
        stateReader.first(sql`
          select used_bytes::float8 as bytes, object_count::float8 as objects, json_build_object(
            'max_bytes', quota_max_bytes, 'max_objects', quota_max_objects) as limits
          from quota_states where subject_type = ${type} and subject_id = ${id}
            and quota_read_at >= ${DateTime.toDate(at)}::timestamptz - interval '${raw(QUOTA_MAX_AGE)}'`),
      Effect.orDie
    )

    const readPoints = Effect.fn("QuotaHistoryRecords.points")(
      (
        { id, type }: SubjectKey,
        { from, to }: { readonly from: DateTime.Utc; readonly to: DateTime.Utc },
        resolution: HistoryResolution
      ) => {
        const rows =
          resolution === "daily"
            ? sql`quota_usage_daily where subject_type = ${type} and subject_id = ${id}
                and day >= ${dayOf(from)} and (day::timestamp at time zone 'UTC') < ${DateTime.toDate(to)} order by day`
            : sql`quota_usage_hourly where subject_type = ${type} and subject_id = ${id}
                and measured_at >= ${DateTime.toDate(from)} and measured_at < ${DateTime.toDate(to)}
                order by measured_at`
        return Effect.map(pointReader.all(sql`select ${raw(pointOf[resolution])} as point from ${rows}`), (all) =>
          all.map(({ point }) => point)
        )
      },
      Effect.orDie
    )

    const chunkOfHistories = (since: DateTime.Utc, after: SubjectKey | null) =>
      historyReader.all(sql`
        select subject_type as type, subject_id as id, json_agg(${raw(pointOf.daily)} order by day) as points
        from quota_usage_daily
        where day >= ${dayOf(since)} and (subject_type, subject_id) > (${after?.type ?? ""}, ${after?.id ?? 0})
        group by 1, 2 order by 1, 2 limit ${FORECAST_CHUNK}`)

    const storeForecasts = Effect.fn("QuotaHistoryRecords.storeForecasts")(function* (
      since: DateTime.Utc,
      at: DateTime.Utc,
      forecastOf: (points: ReadonlyArray<QuotaHistoryPoint>) => QuotaForecast
    ) {
      let after: SubjectKey | null = null
      for (;;) {
        const chunk: ReadonlyArray<typeof History.Type> = yield* chunkOfHistories(since, after)
        const rows = chunk.map(({ id, points, type }) => ({ type, id, forecast: forecastOf(points) }))
        yield* sql`
          insert into quota_forecasts (subject_type, subject_id, forecast, likely_days, computed_at)
          select r ->> 'type', (r ->> 'id')::int, r -> 'forecast',
            (r #>> '{forecast,time_until_full,likely_days}')::float8, ${DateTime.toDate(at)}
          from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) r
          on conflict (subject_type, subject_id) do update set
            forecast = excluded.forecast, likely_days = excluded.likely_days, computed_at = excluded.computed_at`
        if (chunk.length < FORECAST_CHUNK) break
        after = chunk.at(-1)!
      }
      yield* sql`delete from quota_forecasts where computed_at <> ${DateTime.toDate(at)}`
    }, Effect.orDie)

    const deleteOlder = Effect.fn("QuotaHistoryRecords.deleteOlder")(
      (resolution: HistoryResolution, before: DateTime.Utc, limit: number) => {
        const [table, isOlder] =
          resolution === "daily"
            ? ["quota_usage_daily", sql`day < ${dayOf(before)}`]
            : ["quota_usage_hourly", sql`measured_at < (${dayOf(before)}::timestamp at time zone 'UTC')`]
        return Effect.map(sql`${deleteOldRows(sql, table, isOlder, limit)}`, (deleted) => deleted.length)
      },
      Effect.orDie
    )

    return QuotaHistoryRecords.of({ sample, subject, current, points: readPoints, storeForecasts, deleteOlder })
  })
)
