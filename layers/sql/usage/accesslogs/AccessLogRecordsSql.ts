import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type AccessLogCursor, AccessLogEntry } from "#domain/usage/accesslogs/AccessLog.ts"
import { accessLogActionOf } from "#domain/usage/accesslogs/accessLogAction.ts"
import type { AccessLogLine } from "#domain/usage/accesslogs/AccessLogLine.ts"
import { weekStart } from "#domain/usage/accesslogs/weeks.ts"
import { sanitizeText } from "#domain/platform/Text.ts"
import {
  AccessLogRecords,
  type LogObject,
  type LogPart,
  type LogSelection
} from "#services/usage/accesslogs/AccessLogRecords.ts"
import { isoText } from "../../../postgres/moments.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { logConditions } from "./logConditions.ts"
import { weekPartitions } from "./weekPartitions.ts"

const { result: _result, space: _space, ...entryFields } = AccessLogEntry.fields
const entryReader = makeRowReader(
  "access_logs, access_log_sources, access_log_identities",
  Schema.Struct({ ...entryFields, method: Schema.String, uri: Schema.String })
)
const objectReader = makeRowReader(
  "access_log_objects",
  Schema.Struct({ key: Schema.String, etag: Schema.String, read_bytes: Schema.Int, finished: Schema.Boolean })
)
const idReader = makeRowReader("access_log_sources", Schema.Struct({ id: Schema.Int }))

const MAX_TEXT = 2_000

const entryColumns = `l.id::float8 as id, ${isoText("l.at")} as at, l.action, l.operation, s.bucket as bucket_name,
  l.key as path, l.key_checked as path_checked, l.status::int as status, l.error_code,
  jsonb_build_object('id', i.uid, 'name', coalesce(i.name, i.uid), 'email', p.email) as identity,
  l.client_address, l.user_agent, l.auth, l.request_id, l.version_id, l.size_bytes::float8 as size_bytes,
  l.duration_ms, l.method, l.uri`

const recordColumns = `at float8, uid text, status int, key_checked boolean, duration_ms int, size_bytes float8,
  action text, operation text, key text, method text, uri text, error_code text, request_id text,
  client_address text, version_id text, auth text, user_agent text`

const cut = (text: string | null) => (text === null ? null : sanitizeText(text.slice(0, MAX_TEXT)))
/** Signatures of presigned addresses give access until they expire. */
const signature = /([?&](?:X-Amz-(?:Signature|Credential|Security-Token)|Signature|AWSAccessKeyId)=)[^&]*/giu

const recordOf = ({ duration_ms, requester, size_bytes, ...line }: AccessLogLine) => ({
  ...line,
  duration_ms: duration_ms === null ? null : Math.min(duration_ms, 2_147_483_647),
  size_bytes,
  uid: sanitizeText(requester.slice(0, MAX_TEXT)),
  action: accessLogActionOf(line.operation),
  key: cut(line.key),
  uri: cut(line.uri.replace(signature, "$1-")),
  error_code: cut(line.error_code),
  request_id: cut(line.request_id),
  client_address: cut(line.client_address),
  version_id: cut(line.version_id),
  user_agent: cut(line.user_agent)
})

export const layer = Layer.effect(
  AccessLogRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lit = sql.literal
    const weeks = weekPartitions(sql)
    const json = (value: unknown) => sql`${JSON.stringify(value)}::text::jsonb`

    const progress = Effect.fn("AccessLogRecords.progress")(
      (sourceId: number, some: ReadonlyArray<LogObject>) =>
        objectReader.all(sql`
          select o.key, o.etag, o.read_bytes::float8 as read_bytes, o.finished_at is not null as finished
          from jsonb_to_recordset(${json(some.map(({ etag, key }) => ({ key, etag })))}) as n (key text, etag text)
          join access_log_objects o on o.source_id = ${sourceId} and o.key = n.key and o.etag = n.etag`),
      Effect.orDie
    )

    const insertLines = (accountId: number, sourceId: number, lines: ReadonlyArray<AccessLogLine>) => sql`
      with n as materialized (
        select row_number() over () as place, r.*
        from jsonb_to_recordset(${json(lines.map(recordOf))}) as r (${lit(recordColumns)})
      ), named as (
        insert into access_log_identities as i (rgw_account_id, uid)
        select distinct ${accountId}::int, n.uid from n
        on conflict (rgw_account_id, uid) do update set uid = excluded.uid returning i.id, i.uid
      )
      insert into access_logs (at, rgw_account_id, source_id, identity_id, status, key_checked, duration_ms, size_bytes,
        action, operation, key, method, uri, error_code, request_id, client_address, version_id, auth, user_agent)
      select to_timestamp(n.at / 1000), ${accountId}::int, ${sourceId}::int, named.id, n.status, n.key_checked,
        n.duration_ms, n.size_bytes::bigint, n.action, n.operation, n.key, n.method, n.uri, n.error_code, n.request_id,
        n.client_address, n.version_id, n.auth, n.user_agent
      from n join named on named.uid = n.uid order by n.place`

    const moveOn = ({ etag, finished, from, key, source_id, to }: LogPart, now: DateTime.Utc) => {
      const finishedAt = sql`${finished ? DateTime.toDateUtc(now) : null}::timestamptz`
      return from === 0
        ? sql`insert into access_log_objects as o (source_id, key, etag, read_bytes, finished_at)
            values (${source_id}, ${key}, ${etag}, ${to}::float8::bigint, ${finishedAt})
            on conflict (source_id, key, etag) do nothing returning o.id`
        : sql`update access_log_objects as o set read_bytes = ${to}::float8::bigint, finished_at = ${finishedAt}
            where o.source_id = ${source_id} and o.key = ${key} and o.etag = ${etag} and o.finished_at is null
              and o.read_bytes = ${from}::float8::bigint returning o.id`
    }

    const store = Effect.fn("AccessLogRecords.store")(function* (part: LogPart, now: DateTime.Utc) {
      yield* weeks.create([...new Set(part.lines.map(({ at }) => weekStart(at)))])
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          if ((yield* moveOn(part, now)).length === 0) return false
          if (part.lines.length > 0) yield* insertLines(part.account_id, part.source_id, part.lines)
          if (part.refused > 0)
            yield* sql`update access_log_sources set refused_count = refused_count + ${part.refused}
              where id = ${part.source_id}`
          return true
        })
      )
    }, Effect.orDie)

    const markDeleted = Effect.fn("AccessLogRecords.markDeleted")(
      (sourceId: number, keys: ReadonlyArray<string>, now: DateTime.Utc) =>
        Effect.asVoid(sql`
          update access_log_objects set deleted_at = ${DateTime.toDateUtc(now)}
          where source_id = ${sourceId} and finished_at is not null
            and key in (select jsonb_array_elements_text(${json(keys)}))`),
      Effect.orDie
    )

    const page = Effect.fn("AccessLogRecords.page")(
      (selection: LogSelection, limit: number, after: AccessLogCursor | undefined) =>
        entryReader.all(sql`
          with l as materialized (
            select * from access_logs l where ${logConditions(sql, selection, after)}
            order by l.at desc, l.id desc limit ${limit}
          )
          select ${lit(entryColumns)} from l
          join access_log_sources s on s.id = l.source_id
          join access_log_identities i on i.id = l.identity_id
          left join lateral (
            select u.email from private_accesses a join ui_users u on u.id = a.user_id
            where a.rgw_account_id = l.rgw_account_id and a.iam_user_name = i.name limit 1
          ) p on true
          order by l.at desc, l.id desc`),
      Effect.orDie
    )

    const dropWeeks = Effect.fn("AccessLogRecords.dropWeeks")(
      (before: DateTime.Utc) => weeks.dropBefore(DateTime.toEpochMillis(before)),
      Effect.orDie
    )

    const deleteOrphans = Effect.fn("AccessLogRecords.deleteOrphans")(function* (limit: number) {
      const source = yield* idReader.first(
        sql`select s.id from access_log_sources s where s.rgw_account_id is null order by s.id limit 1`
      )
      if (source === null) return 0
      const rows = yield* sql`
        delete from access_logs l where (l.at, l.id) in (
          select r.at, r.id from access_logs r where r.source_id = ${source.id}
          order by r.at desc, r.id desc limit ${limit}
        ) and l.source_id = ${source.id} returning l.id`
      if (rows.length > 0) return rows.length
      yield* sql`delete from access_log_sources s where s.id = ${source.id}`
      return 1
    }, Effect.orDie)

    const forgetObjects = Effect.fn("AccessLogRecords.forgetObjects")(
      (before: DateTime.Utc, limit: number) =>
        Effect.map(
          sql`delete from access_log_objects where id in (
            select id from access_log_objects where deleted_at < ${DateTime.toDateUtc(before)} limit ${limit}
          ) returning id`,
          (rows) => rows.length
        ),
      Effect.orDie
    )

    return AccessLogRecords.of({
      progress,
      store,
      markDeleted,
      page,
      dropWeeks,
      deleteOrphans,
      forgetObjects
    })
  })
)
