import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { QuotaSubjectDetail, QuotaSubjectState, type QuotaSubjectsQuery } from "#domain/usage/QuotaAlert.ts"
import { QuotaForecast, QuotaSubjectType } from "#domain/usage/QuotaHistory.ts"
import { quotaForecastFrom } from "#domain/usage/quotaForecast.ts"
import { quotaAlertText } from "#domain/usage/quotaAlertText.ts"
import type { Crossing, QuotaState } from "#domain/usage/quotaCrossing.ts"
import { type MailOutcome, type QuotaReading, QuotaStateRecords } from "#services/usage/QuotaStateRecords.ts"
import { offsetPage } from "../../postgres/listing.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { quotaAlertReader } from "../platform/quotaAlertReader.ts"

const MAX_MAILS_PER_RUN = 1_000
/** Seconds over which reading the quotas of all subjects is spread, or every 24th run would read all of them. */
const QUOTA_SPREAD_SECONDS = 12 * 3_600

const SEVERITIES: Readonly<Record<QuotaState, string>> = { normal: "info", threshold: "warning", full: "critical" }

interface Move extends QuotaReading, Crossing {
  readonly name: string
  readonly forecast: QuotaForecast | null
  readonly quota_read_at: string
}

const Known = Schema.NullOr(Schema.Finite)
const monitoredSubjectReader = makeRowReader(
  "rgw_accounts",
  Schema.Struct({
    type: QuotaSubjectType,
    id: Schema.Int,
    external_id: Schema.String,
    uid: Schema.String,
    limits: Schema.NullOr(Schema.Struct({ max_bytes: Known, max_objects: Known }))
  })
)
const heldAlertReader = makeRowReader(
  "quota_states",
  Schema.Struct({
    type: QuotaSubjectType,
    id: Schema.Int,
    name: Schema.String,
    state: Schema.NullOr(Schema.Literals(["normal", "threshold", "full"])),
    alerted: Schema.NullOr(Schema.Boolean),
    quota_read_at: Schema.NullOr(Schema.String),
    forecast: Schema.NullOr(QuotaForecast)
  })
)
const countReader = makeRowReader("quota_alerts", Schema.Struct({ notified: Schema.Int }))
const mailReader = makeRowReader(
  "quota_alert_mails",
  Schema.Struct({ id: Schema.Int, recipient: Schema.String, title: Schema.String, message: Schema.String })
)
const pageReader = makeRowReader("quota_states", QuotaSubjectState)
const detailReader = makeRowReader("quota_states", QuotaSubjectDetail)

const subjects = `(
  select 'S3Account' as type, id, name, storage_endpoint_id, rgw_account_id as external_id, rgw_user_uid as uid
  from rgw_accounts
  union all
  select 'S3User', id, name, storage_endpoint_id, rgw_user_uid, rgw_user_uid from rgw_users
)`

const listing = {
  columns: `o.type, o.id, o.name, o.storage_endpoint_id, e.name as storage_endpoint_name,
    coalesce(s.state, 'unknown') as state, s.usage_ratio, s.used_bytes::float8 as used_bytes,
    s.object_count::float8 as object_count, s.quota_max_bytes::float8 as quota_max_bytes,
    s.quota_max_objects::float8 as quota_max_objects, ${isoText("s.measured_at")} as measured_at,
    f.forecast`,
  from: `${subjects} o join storage_endpoints e on e.id = o.storage_endpoint_id
    left join quota_states s on s.subject_type = o.type and s.subject_id = o.id
    left join quota_forecasts f on f.subject_type = o.type and f.subject_id = o.id`,
  sorts: {
    time_until_full: "case s.state when 'full' then 0 else f.likely_days end",
    usage: "s.usage_ratio",
    state: "array_position(array['normal', 'threshold', 'full'], s.state)",
    name: "lower(o.name)"
  },
  sortedBy: "name",
  id: "(o.type || ':' || o.id)",
  searched: ["o.name", "o.external_id"]
} as const

export const layer = Layer.effect(
  QuotaStateRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const raw = sql.literal
    const json = (value: unknown) => sql`${JSON.stringify(value)}::text::jsonb`
    const readPage = offsetPage(sql, listing, pageReader, (row) => row)

    const subjectsOf = Effect.fn("QuotaStateRecords.subjects")(
      (endpointId: number, readSince: DateTime.Utc) =>
        monitoredSubjectReader.all(sql`
          select o.type, o.id, o.external_id, o.uid, case
            when s.quota_read_at >= ${DateTime.toDate(readSince)}::timestamptz + interval '1 second'
              * ((hashtext(o.type || o.id) & 2147483647) % ${raw(String(QUOTA_SPREAD_SECONDS))}) 
              -- read in the future: before a clock was put right
              and s.quota_read_at <= now() + interval '1 minute' and not exists (
              select from audit_logs a where a.entity_id = o.id::text and a.created_at >= s.quota_read_at
                and a.entity_type = case o.type when 'S3Account' then 'rgw_account' else 'rgw_user' end
                and a.action like '%.quota.%')
            then json_build_object('max_bytes', s.quota_max_bytes, 'max_objects', s.quota_max_objects) end as limits
          from ${raw(subjects)} o
          left join quota_states s on s.subject_type = o.type and s.subject_id = o.id
          where o.storage_endpoint_id = ${endpointId} order by o.type, o.id`),
      Effect.orDie
    )

    const previousStates = (readings: ReadonlyArray<QuotaReading>) =>
      heldAlertReader.all(sql`
        select o.type, o.id, o.name, s.state, s.alerted, ${raw(isoText("s.quota_read_at"))} as quota_read_at,
          (select f.forecast from quota_forecasts f where f.subject_type = o.type and f.subject_id = o.id) as forecast
        from jsonb_to_recordset(${json(readings.map(({ id, type }) => ({ id, type })))}) as r (type text, id int)
        join ${raw(subjects)} o on o.type = r.type and o.id = r.id
        left join quota_states s on s.subject_type = o.type and s.subject_id = o.id`)

    const storeStates = (moves: ReadonlyArray<Move>, at: Date) => sql`
      insert into quota_states (subject_type, subject_id, state, alerted, usage_ratio, used_bytes, object_count,
        quota_max_bytes, quota_max_objects, quota_read_at, measured_at)
      select type, id, state, alerted, ratio, bytes, objects, max_bytes, max_objects, quota_read_at, ${at}::timestamptz
      from jsonb_to_recordset(${json(moves.map(({ forecast: _, limits, ...rest }) => ({ ...rest, ...limits })))}) as r (
        type text, id int, state text, alerted boolean, ratio float8, bytes bigint, objects bigint,
        max_bytes bigint, max_objects bigint, quota_read_at timestamptz)
      on conflict (subject_type, subject_id) do update set state = excluded.state, alerted = excluded.alerted,
        usage_ratio = excluded.usage_ratio, used_bytes = excluded.used_bytes, object_count = excluded.object_count,
        quota_max_bytes = excluded.quota_max_bytes, quota_max_objects = excluded.quota_max_objects,
        quota_read_at = excluded.quota_read_at, measured_at = excluded.measured_at`

    /** The growth stays; the time until full follows usage and quota, which may have changed since it was computed. */
    const updateForecasts = (moves: ReadonlyArray<Move>) => sql`
      update quota_forecasts f set forecast = r.forecast,
        likely_days = (r.forecast #>> '{time_until_full,likely_days}')::float8
      from jsonb_to_recordset(${json(moves.map(({ forecast, id, type }) => ({ type, id, forecast })))})
        as r (type text, id int, forecast jsonb)
      where f.subject_type = r.type and f.subject_id = r.id and r.forecast is distinct from f.forecast
        and jsonb_typeof(r.forecast) = 'object'`

    const addAlert = (move: Move, state: QuotaState, at: Date) => {
      const { message, title } = quotaAlertText({
        ...move,
        state,
        used_bytes: move.bytes,
        object_count: move.objects,
        days_until_full: move.forecast?.time_until_full?.likely_days ?? null
      })
      return Effect.map(
        countReader.one(sql`
          with added as (
            insert into quota_alerts (subject_type, subject_id, state, title, message, created_at)
            values (${move.type}, ${move.id}, ${state}, ${title}, ${message}, ${at})
            returning id, subject_type, subject_id
          ), readers as (
            select a.id as alert_id, u.id, u.quota_alerts_enabled from added a
            join ui_users u on ${raw(quotaAlertReader("a.subject_type", "a.subject_id"))}
          ), mailed as (
            insert into quota_alert_mails (alert_id, user_id)
            select alert_id, id from readers where quota_alerts_enabled and ${state}::text <> 'normal'
          ), notified as (
            insert into notifications (user_id, type, severity, title, message, payload_json, created_at)
            select id, 'quota_alert', ${SEVERITIES[state]}::text, ${title}::text, ${message}::text,
              ${json({ subject_type: move.type, subject_id: move.id, state })}, ${at}::timestamptz
            from readers returning 1
          )
          select count(*)::int as notified from notified`),
        ({ notified }) => notified
      )
    }

    const record: QuotaStateRecords["Service"]["record"] = Effect.fn("QuotaStateRecords.record")(
      (readings, decide, moment) =>
        sql.withTransaction(
          Effect.gen(function* () {
            // two runs must not both see the state before an alert
            yield* sql`select pg_advisory_xact_lock(7170029)`
            const at = DateTime.toDate(moment)
            const previous = new Map((yield* previousStates(readings)).map((row) => [`${row.type}:${row.id}`, row]))
            const moves = readings.flatMap((reading): ReadonlyArray<Move> => {
              const before = previous.get(`${reading.type}:${reading.id}`)
              if (before === undefined) return []
              const { alerted, state } = before
              const storedState = state === null || alerted === null ? null : { state, alerted }
              const quota_read_at = reading.quota_read ? null : before.quota_read_at
              return [
                {
                  ...reading,
                  ...decide(storedState, reading.ratio),
                  name: before.name,
                  forecast:
                    before.forecast === null ? null : quotaForecastFrom(before.forecast, reading, reading.limits),
                  quota_read_at: quota_read_at ?? at.toISOString()
                }
              ]
            })
            if (moves.length > 0) {
              yield* storeStates(moves, at)
              yield* updateForecasts(moves)
            }
            const crossings = moves.filter(({ alert }) => alert !== null)
            const notified = yield* Effect.forEach(crossings, (move) => addAlert(move, move.alert ?? move.state, at))
            return {
              checked: moves.length,
              crossings: crossings.filter(({ alert }) => alert !== "normal").length,
              notified: notified.reduce((sum, count) => sum + count, 0)
            }
          })
        ),
      Effect.orDie
    )

    const pendingMails = Effect.orDie(
      mailReader.all(sql`
        select m.id::float8 as id, u.email as recipient, a.title, a.message
        from quota_alert_mails m join quota_alerts a on a.id = m.alert_id join ui_users u on u.id = m.user_id
        where m.outcome = 'pending' order by m.id limit ${MAX_MAILS_PER_RUN}`)
    )

    const endMail = Effect.fn("QuotaStateRecords.endMail")(
      (id: number, outcome: MailOutcome, at: DateTime.Utc) =>
        Effect.asVoid(sql`
          update quota_alert_mails set outcome = ${outcome}, ended_at = ${DateTime.toDate(at)}
          where id = ${id}::bigint`),
      Effect.orDie
    )

    const tidy = Effect.fn("QuotaStateRecords.tidy")(
      (before: DateTime.Utc) =>
        Effect.asVoid(
          Effect.andThen(
            sql`delete from quota_states s where not exists (
              select from ${raw(subjects)} o where o.type = s.subject_type and o.id = s.subject_id)`,
            sql`delete from quota_alerts where created_at < ${DateTime.toDate(before)}`
          )
        ),
      Effect.orDie
    )

    const page = Effect.fn("QuotaStateRecords.page")((query: QuotaSubjectsQuery) => {
      const { state, storage_endpoint_id: endpoint, type } = query
      return readPage(
        query,
        ...(state === undefined ? [] : [sql`coalesce(s.state, 'unknown') = ${state}`]),
        ...(endpoint === undefined ? [] : [sql`o.storage_endpoint_id = ${endpoint}`]),
        ...(type === undefined ? [] : [sql`o.type = ${type}`])
      )
    }, Effect.orDie)

    const find: QuotaStateRecords["Service"]["find"] = Effect.fn("QuotaStateRecords.find")(
      ({ id, type }) =>
        detailReader.first(sql`
          select ${raw(listing.columns)}, (
            select json_build_object('state', a.state, 'title', a.title, 'message', a.message,
              'created_at', ${raw(isoText("a.created_at"))})
            from quota_alerts a where a.subject_type = o.type and a.subject_id = o.id order by a.id desc limit 1
          ) as last_alert
          from ${raw(listing.from)} where o.type = ${type} and o.id = ${id}`),
      Effect.orDie
    )

    return QuotaStateRecords.of({ subjects: subjectsOf, record, pendingMails, endMail, tidy, page, find })
  })
)
