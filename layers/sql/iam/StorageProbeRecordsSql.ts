import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  ProbeDay,
  probeFailures,
  probeObstacles,
  ProbeOperation,
  probeOutcomes,
  type ProbeResult,
  StatusNote
} from "#domain/iam/portal/StorageStatus.ts"
import { STATUS_DAYS } from "#domain/iam/portal/storageStatusOf.ts"
import { StorageProbeRecords } from "#services/iam/portal/StorageProbeRecords.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { portalEnabled } from "../platform/portalEnabled.ts"

const Latencies = Schema.Record(ProbeOperation, Schema.optionalKey(Schema.Int))
const Cause = Schema.Literals([...probeFailures, ...probeObstacles])
const storedProbeReader = makeRowReader(
  "storage_probes",
  Schema.Struct({
    name: Schema.String,
    latest: Schema.NullOr(
      Schema.Struct({
        probed_at: Schema.String,
        outcome: Schema.Literals(probeOutcomes),
        latencies: Latencies,
        operation: Schema.NullOr(ProbeOperation),
        cause: Schema.NullOr(Cause)
      })
    ),
    medians: Latencies,
    days: Schema.Array(ProbeDay),
    runs: Schema.Array(
      Schema.Struct({
        failed: Schema.Boolean,
        count: Schema.Int,
        began_at: Schema.String,
        operation: Schema.NullOr(ProbeOperation),
        cause: Schema.NullOr(Schema.Literals(probeFailures))
      })
    ),
    note: Schema.NullOr(StatusNote)
  })
)
const idReader = makeRowReader("storage_endpoints", Schema.Struct({ id: Schema.Int }))
const noteReader = makeRowReader("storage_status_notes", StatusNote)
const countReader = makeRowReader("storage_probes", Schema.Struct({ count: Schema.Int }))

const latenciesSql = (put: string) =>
  `jsonb_strip_nulls(jsonb_build_object(${["put", "get", "list", "delete"]
    .map((name) => `'${name}', ${put.replaceAll("?", `${name}_ms`)}`)
    .join(", ")}))`
const medianSql = (value: string, condition: string) =>
  `(percentile_disc(0.5) within group (order by ${value}) filter (where ${condition}))::int`

export const layer = Layer.effect(
  StorageProbeRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lit = sql.literal

    const due = Effect.map(
      idReader.all(sql`
        select distinct a.storage_endpoint_id as id from rgw_accounts a
        where ${lit(portalEnabled("a.id"))} order by 1`),
      (rows) => rows.map(({ id }) => id)
    ).pipe(Effect.orDie, Effect.withSpan("StorageProbeRecords.due"))

    const add = Effect.fn("StorageProbeRecords.add")(
      (endpointId: number, { cause, latencies: taken, operation, outcome }: ProbeResult, now: DateTime.Utc) =>
        Effect.asVoid(sql`
          insert into storage_probes
            (storage_endpoint_id, probed_at, outcome, put_ms, get_ms, list_ms, delete_ms, operation, cause)
          select id, ${DateTime.toDateUtc(now)}::timestamptz, ${outcome}::text, ${taken.put ?? null}::int,
            ${taken.get ?? null}::int, ${taken.list ?? null}::int, ${taken.delete ?? null}::int,
            ${operation}::text, ${cause}::text
          from storage_endpoints where id = ${endpointId} on conflict do nothing`),
      Effect.orDie
    )

    const read = Effect.fn("StorageProbeRecords.read")((endpointId: number, now: DateTime.Utc) => {
      const at = DateTime.toDateUtc(now)
      const since = DateTime.toDateUtc(DateTime.subtract(now, { days: STATUS_DAYS }))
      return storedProbeReader.first(sql`
        with probes as (
          select * from storage_probes where storage_endpoint_id = ${endpointId} and probed_at >= ${since}
        ), islands as (
          select probed_at, operation, cause, outcome = 'failed' as failed,
            row_number() over (order by probed_at)
              - row_number() over (partition by outcome = 'failed' order by probed_at) as island
          from probes where outcome <> 'not_possible'
        ), runs as (
          select failed, count(*)::int as count, min(probed_at) as began,
            (array_agg(operation order by probed_at))[1] as operation, (array_agg(cause order by probed_at))[1] as cause
          from islands group by failed, island
        ), days as (
          select to_char(probed_at at time zone 'UTC', 'YYYY-MM-DD') as day,
            count(*) filter (where outcome <> 'not_possible')::int as probe_count,
            count(*) filter (where outcome = 'failed')::int as failed_count,
            ${lit(medianSql("put_ms + get_ms + list_ms + delete_ms", "outcome = 'succeeded'"))} as median_ms
          from probes group by 1
        )
        select e.name, (
            select jsonb_build_object('probed_at', ${lit(isoText("p.probed_at"))}, 'outcome', p.outcome,
              'latencies', ${lit(latenciesSql("p.?"))}, 'operation', p.operation, 'cause', p.cause)
            from storage_probes p where p.storage_endpoint_id = e.id order by p.probed_at desc limit 1
          ) as latest,
          (select ${lit(latenciesSql(medianSql("?", "? is not null")))} from probes
            where probed_at >= ${at}::timestamptz - interval '1 day') as medians,
          (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from days d) as days,
          (select coalesce(jsonb_agg(jsonb_build_object('failed', failed, 'count', count,
            'began_at', ${lit(isoText("began"))}, 'operation', operation, 'cause', cause) order by began), '[]')
            from runs) as runs,
          (select jsonb_build_object('text', n.text, 'written_at', ${lit(isoText("n.written_at"))})
            from storage_status_notes n where n.storage_endpoint_id = e.id) as note
        from storage_endpoints e where e.id = ${endpointId}`)
    }, Effect.orDie)

    const setNote = Effect.fn("StorageProbeRecords.setNote")(function* (
      endpointId: number,
      text: string | null,
      now: DateTime.Utc
    ) {
      const before = yield* noteReader.first(sql`
        select text, ${lit(isoText("written_at"))} as written_at from storage_status_notes
        where storage_endpoint_id = ${endpointId} for update`)
      yield* text === null
        ? sql`delete from storage_status_notes where storage_endpoint_id = ${endpointId}`
        : sql`
          insert into storage_status_notes (storage_endpoint_id, text, written_at)
          select id, ${text}::text, ${DateTime.toDateUtc(now)}::timestamptz from storage_endpoints
          where id = ${endpointId}
          on conflict (storage_endpoint_id) do update set text = excluded.text, written_at = excluded.written_at`
      return before
    }, Effect.orDie)

    const purge = Effect.fn("StorageProbeRecords.purge")(
      (before: DateTime.Utc) =>
        Effect.map(
          countReader.one(sql`
            with deleted as (delete from storage_probes where probed_at < ${DateTime.toDateUtc(before)} returning 1)
            select count(*)::int as count from deleted`),
          ({ count }) => count
        ),
      Effect.orDie
    )

    return StorageProbeRecords.of({ due, add, read, setNote, purge })
  })
)
