import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { cursorLimit } from "#domain/platform/Cursor.ts"
import { BilledDay, BillingSubject, type StatementPosition } from "#domain/usage/billing/Billing.ts"
import type { TrafficEntry } from "#domain/usage/TrafficEntry.ts"
import { type BillingDaysQuery, BillingRecords, type StatementSubject } from "#services/usage/billing/BillingRecords.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { deleteOldRows } from "../deleteOldRows.ts"
import { owners } from "../storageOwners.ts"
import { computeBillingDays } from "./computeBillingDays.ts"

const LOG_CHUNK = 5_000

const table = "billing_daily"
const dayReader = makeRowReader(table, BilledDay)
const monthReader = makeRowReader(table, Schema.Struct({ ...BillingSubject.fields, days: Schema.Array(BilledDay) }))
const countReader = makeRowReader(table, Schema.Struct({ count: Schema.Int }))

const dayColumns = `d.subject_type, d.subject_id, d.subject_name, d.storage_endpoint_id, d.storage_endpoint_name,
  to_char(d.day, 'YYYY-MM-DD') as day, d.byte_hours::text as byte_hours, d.measured_hours, d.operations,
  d.bytes_sent::float8 as bytes_sent, d.bytes_received::float8 as bytes_received, d.collected_hours`

export const layer = Layer.effect(
  BillingRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const raw = sql.literal
    const dayOf = (at: DateTime.Utc) => sql`(${DateTime.toDate(at)}::timestamptz at time zone 'UTC')::date`
    const monthOf = (month: string) => {
      const first = `${month}-01`
      return sql`d.day >= ${first}::date and d.day < (${first}::date + interval '1 month')::date`
    }

    const insertHours = (endpointId: number, entries: ReadonlyArray<TrafficEntry>) => sql`
      insert into usage_log_hours (storage_endpoint_id, hour, owner, bucket, operation,
        operations, successful_operations, bytes_sent, bytes_received)
      select ${endpointId}::int, to_timestamp((r ->> 'at')::float8 / 1000), r ->> 'owner', r ->> 'bucket',
        r ->> 'operation', sum((r ->> 'operations')::bigint), sum((r ->> 'successful_operations')::bigint),
        sum((r ->> 'bytes_sent')::bigint), sum((r ->> 'bytes_received')::bigint)
      from jsonb_array_elements(${JSON.stringify(entries)}::text::jsonb) r group by 1, 2, 3, 4, 5
      on conflict (storage_endpoint_id, hour, owner, bucket, operation) do update set
        operations = excluded.operations, successful_operations = excluded.successful_operations,
        bytes_sent = excluded.bytes_sent, bytes_received = excluded.bytes_received`

    const storeUsageLog = Effect.fn("BillingRecords.storeUsageLog")(function* (
      endpointId: number,
      entries: ReadonlyArray<TrafficEntry>,
      since: DateTime.Utc,
      until: DateTime.Utc
    ) {
      if (entries.length === 0) return
      const closed = entries.filter(({ at }) => at < DateTime.toEpochMillis(until))
      yield* sql.withTransaction(
        Effect.gen(function* () {
          for (let start = 0; start < closed.length; start += LOG_CHUNK)
            yield* insertHours(endpointId, closed.slice(start, start + LOG_CHUNK))
          yield* sql`
            insert into usage_log_days as l (storage_endpoint_id, day, collected_until)
            select ${endpointId}::int, day,
              least(${DateTime.toDate(until)}::timestamptz, (day + interval '1 day') at time zone 'UTC')
            from generate_series(${dayOf(since)}::timestamp, ${dayOf(until)}::timestamp, interval '1 day') day
            on conflict (storage_endpoint_id, day) do update set
              collected_until = greatest(l.collected_until, excluded.collected_until)`
        })
      )
    }, Effect.orDie)

    const computeDays = Effect.fn("BillingRecords.computeDays")(
      (at: DateTime.Utc) => Effect.map(countReader.one(computeBillingDays(sql, at)), ({ count }) => count),
      Effect.orDie
    )

    const readDays = Effect.fn("BillingRecords.days")((query: BillingDaysQuery) => {
      const conditions = [
        ...(query.from === undefined ? [] : [sql`d.day >= ${query.from}::date`]),
        ...(query.to === undefined ? [] : [sql`d.day <= ${query.to}::date`]),
        ...(query.subject_type === undefined ? [] : [sql`d.subject_type = ${query.subject_type}`]),
        ...(query.subject_id === undefined ? [] : [sql`d.subject_id = ${query.subject_id}`]),
        ...(query.storage_endpoint_id === undefined ? [] : [sql`d.storage_endpoint_id = ${query.storage_endpoint_id}`]),
        ...(query.cursor === undefined
          ? []
          : [
              sql`(d.day, d.subject_type, d.subject_id)
                < (${query.cursor[0]}::date, ${query.cursor[1]}::text, ${query.cursor[2]}::int)`
            ])
      ]
      return dayReader.all(sql`
        select ${raw(dayColumns)} from billing_daily d where ${sql.and([sql`true`, ...conditions])}
        order by d.day desc, d.subject_type desc, d.subject_id desc limit ${cursorLimit(query) + 1}`)
    }, Effect.orDie)

    const readMonths = Effect.fn("BillingRecords.months")(
      (month: string, after: StatementPosition | null, limit: number, subject: StatementSubject = {}) =>
        monthReader.all(sql`
          with found as (
            select distinct on (d.subject_type, d.subject_id) d.subject_type, d.subject_id, d.subject_name,
              d.storage_endpoint_id, d.storage_endpoint_name
            from billing_daily d where ${monthOf(month)} order by d.subject_type, d.subject_id, d.day desc
          ),
          -- subjects with a credit but no day
          credited as (
            select distinct c.subject_type, c.subject_id, o.name as subject_name, o.storage_endpoint_id,
              e.name as storage_endpoint_name
            from billing_credits c
            join (${raw(owners)}) o
              on o.id = c.subject_id and o.kind = case c.subject_type when 'S3Account' then 'account' else 's3_user' end
            join storage_endpoints e on e.id = o.storage_endpoint_id
            where c.month = ${`${month}-01`}::date and not exists (
              select from found f where f.subject_type = c.subject_type and f.subject_id = c.subject_id)
          )
          select s.*, coalesce(days.list, '[]'::json) as days
          from (
            select * from (select * from found union all select * from credited) s
            where (s.subject_type, s.subject_id) > (${after?.[0] ?? ""}::text, ${after?.[1] ?? 0}::int)
              and s.subject_type = coalesce(${subject.subject_type ?? null}::text, s.subject_type)
              and s.subject_id = coalesce(${subject.subject_id ?? null}::int, s.subject_id)
            order by s.subject_type, s.subject_id limit ${limit}
          ) s
          left join lateral (
            select json_agg(row_to_json(x) order by x.day) as list from (
              select ${raw(dayColumns)} from billing_daily d
              where d.subject_type = s.subject_type and d.subject_id = s.subject_id and ${monthOf(month)}
            ) x
          ) days on true
          order by s.subject_type, s.subject_id`),
      Effect.orDie
    )

    const deleteOlder = Effect.fn("BillingRecords.deleteOlder")(
      (rows: "usage_log_hours" | "billing_daily", before: DateTime.Utc, limit: number) => {
        const isOlder =
          rows === "billing_daily"
            ? sql`day < ${dayOf(before)}`
            : sql`hour < (${dayOf(before)}::timestamp at time zone 'UTC')`
        return Effect.map(sql`${deleteOldRows(sql, rows, isOlder, limit)}`, (deleted) => deleted.length)
      },
      Effect.orDie
    )

    return BillingRecords.of({
      storeUsageLog,
      computeDays,
      days: readDays,
      months: readMonths,
      deleteOlder
    })
  })
)
