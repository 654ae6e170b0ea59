import { DateTime } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { owners } from "../storageOwners.ts"

const SAMPLE_MAX_AGE = "36 hours"

/** Only closed hours count, each by its last measurement, so that computing a past day again gives the same. */
export const computeBillingDays = (sql: SqlClient.SqlClient, at: DateTime.Utc): Statement.Statement<unknown> => {
  const raw = sql.literal
  const now = sql`${DateTime.toDate(at)}::timestamptz`
  return sql`
    with days as (
      select day::date as day, day at time zone 'UTC' as since, (day + interval '1 day') at time zone 'UTC' as until
      from generate_series(((${now} at time zone 'UTC')::date - 1)::timestamp,
        (${now} at time zone 'UTC')::date::timestamp, interval '1 day') day
    ),
    subjects as (
      select case o.kind when 'account' then 'S3Account' else 'S3User' end as subject_type, o.id as subject_id,
        o.name as subject_name, o.storage_endpoint_id, e.name as storage_endpoint_name, o.owner
      from (${raw(owners)}) o join storage_endpoints e on e.id = o.storage_endpoint_id
    ),
    hours as (
      select d.day, hour + interval '1 hour' as until
      from days d cross join generate_series(d.since, d.until - interval '1 hour', interval '1 hour') hour
      where hour + interval '1 hour' <= ${now}
    ),
    storage as (
      select s.subject_type, s.subject_id, h.day, count(*)::int as measured_hours, sum(q.used_bytes) as byte_hours
      from subjects s cross join hours h cross join lateral (
        select used_bytes from quota_usage_hourly q
        where q.subject_type = s.subject_type and q.subject_id = s.subject_id
          and q.measured_at < h.until and q.measured_at >= h.until - interval '${raw(SAMPLE_MAX_AGE)}'
        order by q.measured_at desc limit 1
      ) q
      group by 1, 2, 3
    ),
    calls as (
      select l.storage_endpoint_id, l.owner, d.day, l.operation, sum(l.successful_operations) as operations,
        sum(l.bytes_sent) as bytes_sent, sum(l.bytes_received) as bytes_received
      from days d join usage_log_hours l on l.hour >= d.since and l.hour < d.until group by 1, 2, 3, 4
    ),
    traffic as (
      select storage_endpoint_id, owner, day, jsonb_object_agg(operation, operations) as operations,
        sum(bytes_sent) as bytes_sent, sum(bytes_received) as bytes_received
      from calls group by 1, 2, 3
    ),
    written as (
      insert into billing_daily as b (subject_type, subject_id, day, subject_name, storage_endpoint_id,
        storage_endpoint_name, byte_hours, measured_hours, operations, bytes_sent, bytes_received, collected_hours)
      select s.subject_type, s.subject_id, d.day, s.subject_name, s.storage_endpoint_id, s.storage_endpoint_name,
        u.byte_hours, coalesce(u.measured_hours, 0),
        case when c.day is not null then coalesce(t.operations, '{}') end,
        case when c.day is not null then coalesce(t.bytes_sent, 0) end,
        case when c.day is not null then coalesce(t.bytes_received, 0) end,
        coalesce(extract(epoch from c.collected_until - d.since)::int / 3600, 0)
      from subjects s cross join days d
      left join storage u on u.subject_type = s.subject_type and u.subject_id = s.subject_id and u.day = d.day
      left join usage_log_days c on c.storage_endpoint_id = s.storage_endpoint_id and c.day = d.day
      left join traffic t
        on t.storage_endpoint_id = s.storage_endpoint_id and t.owner = s.owner and t.day = d.day
      where u.measured_hours > 0 or c.day is not null
      on conflict (subject_type, subject_id, day) do update set subject_name = excluded.subject_name,
        storage_endpoint_id = excluded.storage_endpoint_id, storage_endpoint_name = excluded.storage_endpoint_name,
        byte_hours = excluded.byte_hours, measured_hours = excluded.measured_hours, operations = excluded.operations,
        bytes_sent = excluded.bytes_sent, bytes_received = excluded.bytes_received,
        collected_hours = excluded.collected_hours
      where b is distinct from excluded
      returning 1
    )
    select count(*)::int as count from written`
}
