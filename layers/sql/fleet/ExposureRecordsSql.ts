import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { exposureVerdicts } from "#domain/buckets/features/ExposureRow.ts"
import { FeatureState } from "#domain/buckets/features/FeatureName.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import {
  BucketExposure,
  BucketExposureChange,
  ChangePosition,
  type EndpointExposureQuery,
  exposureChange,
  type ExposureChangeKind,
  type ExposureChangeQuery,
  ExposureCheck,
  type ExposureCounts,
  type ExposureVerdict,
  type JudgedBucket
} from "#domain/fleet/BucketExposure.ts"
import { cutPage } from "#domain/platform/Cursor.ts"
import { ExposureRecords } from "#services/fleet/ExposureRecords.ts"
import { whereOneOf } from "../../postgres/filtering.ts"
import { afterCursor, offsetPage } from "../../postgres/listing.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { contextRows } from "../buckets/workbench/contextRows.ts"
import { workbenchJoin } from "../buckets/workbench/workbenchSource.ts"

const state = Schema.NullOr(FeatureState)
const exposedBucketReader = makeRowReader(
  "bucket_listing_rows",
  Schema.Struct({
    context_id: Schema.String,
    place: Schema.String,
    tenant: Schema.String,
    name: Schema.String,
    owner: Schema.NullOr(Schema.String),
    bucket_id: Schema.NullOr(Schema.String),
    read_tracker: Schema.NullOr(Schema.Finite),
    policy: state,
    public_access_block: state,
    acl: state,
    website: state
  })
)
const Verdict = Schema.Literals(exposureVerdicts)
const storedVerdictReader = makeRowReader(
  "bucket_exposures",
  Schema.Struct({
    tenant: Schema.String,
    name: Schema.String,
    owner: Schema.NullOr(Schema.String),
    bucket_id: Schema.NullOr(Schema.String),
    verdict: Verdict,
    since: Schema.String
  })
)
const exposureReader = makeRowReader("bucket_exposures", BucketExposure)
const changeReader = makeRowReader("bucket_exposure_changes", BucketExposureChange)
const checkReader = makeRowReader("exposure_checks", ExposureCheck)
const verdictCountReader = makeRowReader("bucket_exposures", Schema.Struct({ verdict: Verdict, buckets: Schema.Int }))
const deletedIdReader = makeRowReader("bucket_exposure_changes", Schema.Struct({ id: Schema.Finite }))

interface StoredVerdict {
  readonly tenant: string
  readonly name: string
  readonly owner: string | null
  readonly bucket_id: string | null
  readonly verdict: ExposureVerdict
  readonly since: string
}

interface Change {
  readonly tenant: string
  readonly name: string
  readonly owner: string | null
  readonly kind: ExposureChangeKind
  readonly before: ExposureVerdict | null
  readonly after: ExposureVerdict | null
  readonly before_since: string | null
  readonly words: string
}

const goneChange = ({ name, owner, since, tenant, verdict }: StoredVerdict): Change => ({
  tenant,
  name,
  owner,
  kind: "gone",
  before: verdict,
  after: null,
  before_since: since,
  words: ""
})

const isRecreated = (before: StoredVerdict, after: JudgedBucket): boolean =>
  before.bucket_id !== null && after.bucket_id !== null && before.bucket_id !== after.bucket_id

const changesOf = (before: StoredVerdict | undefined, after: JudgedBucket): ReadonlyArray<Change> => {
  const { name, owner, tenant, verdict, words } = after
  if (before !== undefined && isRecreated(before, after)) return [goneChange(before), ...changesOf(undefined, after)]
  const kind = exposureChange(before?.verdict ?? null, verdict)
  return kind === null
    ? []
    : [
        {
          tenant,
          name,
          owner,
          kind,
          before: before?.verdict ?? null,
          after: verdict,
          before_since: before?.since ?? null,
          words
        }
      ]
}

const keyOf = ({ name, tenant }: Pick<StoredVerdict, "name" | "tenant">): string => JSON.stringify([tenant, name])

const knownColumns = `e.tenant, e.name, e.owner, e.bucket_id, e.verdict, ${isoText("e.since")} as since`

const listing = {
  columns: `e.id::float8 as id, e.name, e.tenant, e.owner, e.verdict, e.words, ${isoText("e.since")} as since`,
  from: "bucket_exposures e",
  sorts: {
    name: "e.name",
    owner: "e.owner",
    verdict: `array_position(array['${exposureVerdicts.join("','")}'], e.verdict)`,
    since: "e.since"
  },
  sortedBy: "verdict",
  id: "e.id",
  searched: ["e.name", "e.tenant", "e.owner"]
} as const

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const paged = offsetPage(sql, listing, exposureReader, (row) => row)

  const buckets = Effect.fn("ExposureRecords.buckets")(
    (scope: WorkbenchScope, after: { readonly tenant: string; readonly name: string } | null, limit: number) =>
      exposedBucketReader.all(sql`
        with c as not materialized (${contextRows(sql, scope)})
        select c.context_id, case when r.bucket_id is null then r.key else c.place end as place, r.tenant, r.name,
          r.owner, r.bucket_id, r.read_tracker::float8 as read_tracker, f.policy, f.public_access_block, f.acl,
          f.website
        from ${sql.literal(workbenchJoin)}
        where ${after === null ? sql`true` : sql`(r.name, r.tenant) > (${after.name}::text, ${after.tenant}::text)`}
        order by r.name, r.tenant limit ${limit}`),
    Effect.orDie
  )

  const note = (endpointId: number, changes: ReadonlyArray<Change>, now: DateTime.Utc) =>
    changes.length === 0
      ? Effect.void
      : Effect.asVoid(sql`
          insert into bucket_exposure_changes
            (endpoint_id, tenant, name, owner, kind, before, after, before_since, words, noted_at)
          select ${endpointId}, tenant, name, owner, kind, before, after, before_since, words,
            ${DateTime.toDateUtc(now)}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::text::jsonb) as n (tenant text, name text, owner text,
            kind text, before text, after text, before_since timestamptz, words text)`)

  const isFirst = (endpointId: number) =>
    Effect.map(
      sql`select 1 from exposure_checks where endpoint_id = ${endpointId} and compared_at is not null`,
      (rows) => rows.length === 0
    )

  const store = Effect.fn("ExposureRecords.store")(function* (
    endpointId: number,
    judged: ReadonlyArray<JudgedBucket>,
    now: DateTime.Utc
  ) {
    const rows = JSON.stringify(judged)
    const names = sql`jsonb_to_recordset(${rows}::text::jsonb) as n (tenant text, name text)`
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const first = yield* isFirst(endpointId)
        const before = yield* storedVerdictReader.all(sql`
          select ${sql.literal(knownColumns)} from bucket_exposures e join ${names} using (tenant, name)
          where e.endpoint_id = ${endpointId} order by e.tenant, e.name for update of e`)
        const byKey = new Map(before.map((row) => [keyOf(row), row]))
        const changes = judged
          .flatMap((bucket) => changesOf(byKey.get(keyOf(bucket)), bucket))
          .filter(({ kind }) => !(first && kind === "new"))
        yield* note(endpointId, changes, now)
        yield* sql`
          insert into bucket_exposures as e
            (endpoint_id, tenant, name, bucket_id, owner, verdict, words, since, checked_at)
          select ${endpointId}, tenant, name, bucket_id, owner, verdict, words,
            ${DateTime.toDateUtc(now)}::timestamptz, ${DateTime.toDateUtc(now)}::timestamptz
          from jsonb_to_recordset(${rows}::text::jsonb) as n (tenant text, name text, bucket_id text, owner text,
            verdict text, words text)
          order by tenant, name
          on conflict (endpoint_id, tenant, name) do update set
            since = case when e.verdict = excluded.verdict and coalesce(e.bucket_id = excluded.bucket_id, true)
              then e.since else excluded.since end,
            bucket_id = excluded.bucket_id, owner = excluded.owner, verdict = excluded.verdict,
            words = excluded.words, checked_at = excluded.checked_at`
        return changes.length
      })
    )
  }, Effect.orDie)

  const attempted = (endpointId: number, problem: string | null, now: DateTime.Utc) => sql`
    insert into exposure_checks as c (endpoint_id, attempted_at, compared_at, problem)
    select id, ${DateTime.toDateUtc(now)}::timestamptz,
      ${problem === null ? DateTime.toDateUtc(now) : null}::timestamptz, ${problem}::text
    from storage_endpoints where id = ${endpointId}
    on conflict (endpoint_id) do update set attempted_at = excluded.attempted_at, problem = excluded.problem,
      compared_at = coalesce(excluded.compared_at, c.compared_at)`

  const complete = Effect.fn("ExposureRecords.complete")(function* (endpointId: number, now: DateTime.Utc) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const deletedRows = yield* storedVerdictReader.all(sql`
          delete from bucket_exposures e where e.endpoint_id = ${endpointId}
            and e.checked_at < ${DateTime.toDateUtc(now)}::timestamptz
          returning ${sql.literal(knownColumns)}`)
        yield* note(endpointId, deletedRows.map(goneChange), now)
        yield* attempted(endpointId, null, now)
        return deletedRows.length
      })
    )
  }, Effect.orDie)

  const fail = Effect.fn("ExposureRecords.fail")(
    (endpointId: number, problem: string, now: DateTime.Utc) => Effect.asVoid(attempted(endpointId, problem, now)),
    Effect.orDie
  )

  const page = Effect.fn("ExposureRecords.page")(function* (endpointId: number, query: EndpointExposureQuery) {
    const resultPage = yield* paged(
      query,
      sql`e.endpoint_id = ${endpointId}`,
      ...whereOneOf(sql, "e.verdict", query.verdict)
    )
    const sums = yield* verdictCountReader.all(sql`
      select verdict, count(*)::int as buckets from bucket_exposures where endpoint_id = ${endpointId}
      group by verdict`)
    const check = yield* checkReader.first(sql`
      select ${sql.literal(isoText("attempted_at"))} as attempted_at,
        ${sql.literal(isoText("compared_at"))} as compared_at, problem
      from exposure_checks where endpoint_id = ${endpointId}`)
    const counts = Object.fromEntries(
      exposureVerdicts.map((verdict) => [verdict, sums.find((sum) => sum.verdict === verdict)?.buckets ?? 0])
    ) as ExposureCounts
    const all = sums.reduce((sum, { buckets: more }) => sum + more, 0)
    return { ...resultPage, total_all: all, check, counts }
  }, Effect.orDie)

  const changes = Effect.fn("ExposureRecords.changes")(function* (endpointId: number, query: ExposureChangeQuery) {
    const { behind, rest } = afterCursor(sql, ["x.id"], query, (id) => sql`(${id}::bigint)`)
    const conditions = sql.and([sql`x.endpoint_id = ${endpointId}`, behind, ...whereOneOf(sql, "x.kind", query.kind)])
    const rows = yield* changeReader.all(sql`
      select x.id::float8 as id, x.name, x.tenant, x.owner, x.kind, x.before, x.after,
        ${sql.literal(isoText("x.before_since"))} as before_since, x.words,
        ${sql.literal(isoText("x.noted_at"))} as noted_at
      from bucket_exposure_changes x where ${conditions} ${rest}`)
    return cutPage(rows, query, ChangePosition, ({ id }) => id)
  }, Effect.orDie)

  const deleteOlder = Effect.fn("ExposureRecords.deleteOlder")(
    (before: DateTime.Utc, limit: number) =>
      Effect.map(
        deletedIdReader.all(sql`
          delete from bucket_exposure_changes where id in (
            select id from bucket_exposure_changes where noted_at < ${DateTime.toDateUtc(before)} limit ${limit}
          ) returning id::float8 as id`),
        (rows) => rows.length
      ),
    Effect.orDie
  )

  return ExposureRecords.of({ buckets, store, complete, fail, page, changes, deleteOlder })
})

export const layer = Layer.effect(ExposureRecords, make)
