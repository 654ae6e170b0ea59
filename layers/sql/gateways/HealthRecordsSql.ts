import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  type EndpointHistory,
  EndpointIncident,
  type EndpointsHealth,
  HealthDay,
  HealthFigures,
  HealthPoint,
  type HistoryRange,
  incidentPosition
} from "#domain/gateways/endpoints/health/EndpointStatus.ts"
import { daysOf, figuresOf, historyShapes, pointsOf } from "#domain/gateways/endpoints/health/historyOf.ts"
import { IncidentState } from "#domain/gateways/endpoints/health/incidents.ts"
import { latencyStep } from "#domain/gateways/endpoints/health/latencies.ts"
import { EndpointHealth } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { type CursorQuery, cutPage } from "#domain/platform/Cursor.ts"
import {
  HealthRecords,
  type RetainedSince,
  type StoredHealth,
  type NextHealth
} from "#services/gateways/endpoints/HealthRecords.ts"
import { afterCursor } from "../../postgres/listing.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { oldRuns } from "../platform/oldRuns.ts"

const storedHealthReader = makeRowReader(
  "storage_endpoints",
  Schema.Struct({ name: Schema.String, health: Schema.NullOr(EndpointHealth), watch: Schema.NullOr(IncidentState) })
)
const currentHealthReader = makeRowReader(
  "storage_endpoints",
  Schema.Struct({
    id: Schema.Int,
    health: Schema.NullOr(EndpointHealth),
    open_incident: Schema.NullOr(EndpointIncident)
  })
)
const incidentReader = makeRowReader("endpoint_incidents", EndpointIncident)
const periodReader = makeRowReader(
  "endpoint_health_periods",
  Schema.Struct({
    began: Schema.Int,
    checks: Schema.Int,
    failures: Schema.Int,
    latencies: Schema.Record(Schema.String, Schema.Int)
  })
)
const pointReader = makeRowReader("endpoint_checks", HealthPoint)
const totalReader = makeRowReader("endpoint_checks", HealthFigures)
const dayReader = makeRowReader("endpoint_health_periods", HealthDay)
const countReader = makeRowReader("endpoint_checks", Schema.Struct({ gone: Schema.Int }))
const encodeHealth = Schema.encodeSync(Schema.fromJsonString(EndpointHealth))
const encodeWatch = Schema.encodeSync(Schema.fromJsonString(IncidentState))

const incident =
  `i.id, i.storage_endpoint_id, ${isoText("i.started_at")} as started_at, ${isoText("i.ended_at")} as ended_at, ` +
  "i.cause, i.summary"
const figures = `count(*)::int as checks, count(*) filter (where state = 'down')::int as failures,
  ${(
    [
      ["p50", 0.5],
      ["p95", 0.95],
      ["p99", 0.99]
    ] as const
  )
    .map(
      ([name, share]) =>
        `(percentile_disc(${share}) within group (order by latency_ms) filter (where ` +
        `state <> 'down'))::int as ${name}_ms`
    )
    .join(", ")}`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const raw = sql.literal

  const keepCheck = (endpointId: number, { health: { checked_at, error, latency_ms, state } }: NextHealth) => {
    const answered = state !== "down" && latency_ms !== null
    const latencies = JSON.stringify(answered ? { [latencyStep(latency_ms)]: 1 } : {})
    const step = answered ? String(latencyStep(latency_ms)) : ""
    return sql`
      with kept as (
        insert into endpoint_checks (storage_endpoint_id, checked_at, state, latency_ms, cause)
        values (${endpointId}, ${DateTime.toDate(checked_at)}, ${state}, ${latency_ms}, ${error})
        on conflict do nothing returning storage_endpoint_id, checked_at
      )
      insert into endpoint_health_periods as p (storage_endpoint_id, period, began, checks, failures, latencies)
      select storage_endpoint_id, period, date_trunc(period, checked_at, 'UTC'), 1, ${state === "down" ? 1 : 0}::int,
        ${latencies}::text::jsonb
      from kept, unnest(array['hour', 'day']) period
      on conflict (storage_endpoint_id, period, began) do update set checks = p.checks + 1,
        failures = p.failures + excluded.failures,
        latencies = case when ${step}::text = '' then p.latencies
          else p.latencies || jsonb_build_object(${step}::text, coalesce((p.latencies ->> ${step}::text)::int, 0) + 1)
            end`
  }

  const keepChange = (endpointId: number, { change, summary }: NextHealth) =>
    change === null
      ? Effect.void
      : change._tag === "Opened"
        ? sql`
        insert into endpoint_incidents (storage_endpoint_id, started_at, cause, summary)
        values (${endpointId}, ${new Date(change.startedAt)}, ${change.cause}, ${summary}) on conflict do nothing`
        : sql`update endpoint_incidents set ended_at = ${new Date(change.endedAt)}
          where storage_endpoint_id = ${endpointId} and ended_at is null`

  const record = Effect.fn("HealthRecords.record")(
    (
      endpointId: number,
      decide: (known: StoredHealth) => NextHealth,
      also: (known: StoredHealth, next: NextHealth) => Effect.Effect<void>
    ) =>
      sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`
          insert into endpoint_watches (storage_endpoint_id) select id from storage_endpoints where id = ${endpointId}
            on conflict do nothing`
          const row = yield* storedHealthReader.first(sql`
          select e.name, e.health, w.watch from endpoint_watches w join storage_endpoints e
            on e.id = w.storage_endpoint_id
          where w.storage_endpoint_id = ${endpointId} for update of w`)
          if (row === null) return null
          const next = decide(row)
          yield* keepCheck(endpointId, next)
          yield* keepChange(endpointId, next)
          yield* sql`update endpoint_watches set watch = ${encodeWatch(next.watch)}::text::jsonb
            where storage_endpoint_id = ${endpointId}`
          yield* sql`update storage_endpoints set health = ${encodeHealth(next.health)}::text::jsonb
            where id = ${endpointId}`
          yield* also(row, next)
          return next
        })
      ),
    Effect.orDie
  )

  const current = Effect.fn("HealthRecords.current")(
    (ids: ReadonlyArray<number> | null): Effect.Effect<EndpointsHealth["endpoints"]> =>
      Effect.orDie(
        currentHealthReader.all(sql`
      select e.id, e.health, (select to_jsonb(o) from (
        select ${raw(incident)} from endpoint_incidents i where i.storage_endpoint_id = e.id and i.ended_at is null
      ) o) as open_incident
      from storage_endpoints e
      where ${
        ids === null
          ? sql`true`
          : sql`e.id in
        (select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)::int)`
      } order by e.id`)
      )
  )

  const historyOfChecks = Effect.fnUntraced(function* (endpointId: number, from: Date, step: number) {
    const some = sql`from endpoint_checks where storage_endpoint_id = ${endpointId} and checked_at >= ${from}`
    const [all, total] = yield* Effect.all([
      pointReader.all(sql`
        select ${raw(isoText("at"))} as at, checks, failures, p50_ms, p95_ms, p99_ms from (
          select date_bin(make_interval(secs => ${step}), checked_at, 'epoch'::timestamptz) as at,
            ${raw(figures)} ${some} group by 1
        ) x order by x.at`),
      totalReader.one(sql`select ${raw(figures)} ${some}`)
    ])
    return { points: all, total }
  })

  const ofPeriods = Effect.fnUntraced(function* (endpointId: number, from: Date, step: number, period: "hour" | "day") {
    const all = yield* periodReader.all(sql`
      select (extract(epoch from began) * 1000)::float8 as began, checks, failures, latencies
        from endpoint_health_periods
      where storage_endpoint_id = ${endpointId} and period = ${period} and began >= ${from} order by began`)
    return { points: pointsOf(all, step), total: figuresOf(all) }
  })

  const history = Effect.fn("HealthRecords.history")(function* (
    endpointId: number,
    range: HistoryRange,
    now: DateTime.Utc
  ) {
    const { of, seconds, step } = historyShapes[range]
    const to = DateTime.toEpochMillis(now)
    const from = to - seconds * 1000
    const first = new Date(from - (from % (step * 1000)) + step * 1000)
    const { points, total } = yield* of === "check"
      ? historyOfChecks(endpointId, first, step)
      : ofPeriods(endpointId, first, step, of)
    const dayRows = yield* dayReader.all(sql`
      select to_char(began at time zone 'UTC', 'YYYY-MM-DD') as day, checks, failures, (
        select count(*)::int from endpoint_incidents i
        where i.storage_endpoint_id = p.storage_endpoint_id and i.started_at < p.began + interval '1 day'
          and coalesce(i.ended_at, 'infinity') > p.began
      ) as incidents
      from endpoint_health_periods p where storage_endpoint_id = ${endpointId} and period = 'day'
        and began > ${DateTime.toDate(now)}::timestamptz - interval '91 days'`)
    const history: EndpointHistory = {
      range,
      from: first.toISOString(),
      to: new Date(to).toISOString(),
      step_seconds: step,
      points,
      total,
      days: daysOf(dayRows, to)
    }
    return history
  }, Effect.orDie)

  const incidents = Effect.fn("HealthRecords.incidents")(function* (
    endpointId: number,
    query: CursorQuery<readonly [number]>
  ) {
    const { behind, rest } = afterCursor(sql, ["i.id"], query, ([before]) => sql`(${before}::int)`)
    const rows = yield* incidentReader.all(sql`
      select ${raw(incident)} from endpoint_incidents i where i.storage_endpoint_id = ${endpointId}
        and ${behind} ${rest}`)
    return cutPage(rows, query, incidentPosition, (row) => [row.id] as const)
  }, Effect.orDie)

  const purge = Effect.fn("HealthRecords.purge")(
    ({ checks, days, hours }: RetainedSince) =>
      Effect.map(
        countReader.one(sql`
      with c as (delete from endpoint_checks where checked_at < ${DateTime.toDate(checks)} returning 1),
      p as (
        delete from endpoint_health_periods
        where (period = 'hour' and began < ${DateTime.toDate(hours)})
          or (period = 'day' and began < ${DateTime.toDate(days)}) returning 1
      ),
      -- a report a minute: what they say is in the checks
      r as (delete from job_runs r where r.job = 'endpoint-status' and ${oldRuns(sql, checks)}),
      i as (delete from endpoint_incidents where ended_at < ${DateTime.toDate(days)} returning 1)
      select ((select count(*) from c) + (select count(*) from p) + (select count(*) from i))::int as gone`),
        ({ gone }) => gone
      ),
    Effect.orDie
  )

  return HealthRecords.of({ record, current, history, incidents, purge })
})

export const layer = Layer.effect(HealthRecords, make)
