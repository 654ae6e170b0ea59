import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type SettingKind, settingKinds } from "#domain/buckets/changes/BucketChange.ts"
import { FeatureProblem } from "#domain/buckets/features/FeatureReading.ts"
import { notThisFeature } from "#domain/buckets/features/readingOf.ts"
import { DriftCounts, DriftState } from "#domain/buckets/templates/GoldenTemplate.ts"
import type { StoredDocument } from "#domain/buckets/templates/templateDrift.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import { type ComparedTemplate, DriftRecords, type StoredDocuments } from "#services/buckets/templates/DriftRecords.ts"
import { isoText } from "../../../postgres/moments.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { contextRows, hasRowId, rowId } from "./contextRows.ts"
import { documentsOf, hasDocument, UNSTORABLE } from "./storedDocuments.ts"
import { workbenchCondition } from "./workbenchCondition.ts"
import { joinFor, tenantColumn, workbenchJoin } from "./workbenchSource.ts"

const ReadDocuments = Schema.Record(
  Schema.String,
  Schema.Struct({
    state: Schema.NullOr(Schema.String),
    problem: Schema.NullOr(FeatureProblem),
    is_stored: Schema.Boolean,
    digest: Schema.NullOr(Schema.String),
    document: Schema.NullOr(Schema.String)
  })
)
type ReadDocument = (typeof ReadDocuments.Type)[string]

const ROW = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  tenant: Schema.String,
  owner: Schema.NullOr(Schema.String),
  state: DriftState,
  is_compared: Schema.Boolean,
  read_at: Schema.NullOr(Schema.String),
  documents: ReadDocuments
})

const pageReader = makeRowReader(
  "golden_template_verdicts",
  Schema.Struct({ counts: DriftCounts, items: Schema.Array(ROW) })
)
const pendingReader = makeRowReader(
  "bucket_features",
  Schema.Struct({
    place: Schema.String,
    tenant: Schema.String,
    name: Schema.String,
    revision: Schema.String,
    documents: ReadDocuments
  })
)
const idReader = makeRowReader("golden_template_verdicts", Schema.Struct({ id: Schema.String }))
const bucketReader = makeRowReader(
  "bucket_listing_rows",
  Schema.Struct({ name: Schema.String, documents: ReadDocuments })
)

const storedDocument = (read: ReadDocument | undefined): StoredDocument => {
  if (read === undefined || read.state === null) return { _tag: "Unread" }
  if (read.problem !== null) return { _tag: "Unreadable", problem: read.problem }
  if (!read.is_stored) return { _tag: "Unread" }
  return read.digest === UNSTORABLE
    ? { _tag: "Unreadable", problem: notThisFeature("") }
    : { _tag: "Read", document: read.document }
}

const documentOf =
  (documents: typeof ReadDocuments.Type): StoredDocuments =>
  (kind) =>
    storedDocument(documents[kind])

const readDocuments = (kinds: ReadonlyArray<SettingKind>): string =>
  `json_build_object(${kinds
    .map(
      (kind) => `'${kind}', json_build_object('state', f.${kind}, 'problem', f.cells->'${kind}'->'problem',
        'is_stored', ${hasDocument(kind)}, 'digest', d.documents->'${kind}'->>'digest',
        'document', d.documents->'${kind}'->>'document')`
    )
    .join(", ")})`

const readAt = `case
  when f.place is null then null
  when r.read_tracker is not null then greatest(f.read_at, l.refreshed_at)
  when f.read_at > 'epoch' then f.read_at end`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const matching = ({ basis, id, request, scope }: ComparedTemplate) => sql`
    ${sql.literal(joinFor(request.filter))}
      left join golden_template_verdicts v on v.template_id = ${id} and v.place = f.place and v.tenant = f.tenant
        and v.name = f.name and v.revision = f.revision and v.basis = ${basis}
      left join bucket_listings l on l.key = r.key
      left join bucket_documents d on ${sql.literal(documentsOf)}
    where ${workbenchCondition(sql, scope, request)}`

  const pending = Effect.fn("DriftRecords.pending")(
    (template: ComparedTemplate, limit: number) =>
      pendingReader.all(sql`
        with c as not materialized (${contextRows(sql, template.scope)})
        select f.place, f.tenant, f.name, f.revision::text as revision,
          ${sql.literal(readDocuments(template.kinds))} as documents
        from ${matching(template)} and f.place is not null and v.template_id is null
        order by f.place, f.tenant, f.name limit ${limit}`),
    Effect.map((rows) => rows.map(({ documents, ...row }) => ({ ...row, documentOf: documentOf(documents) }))),
    Effect.orDie
  )

  const write = Effect.fn("DriftRecords.write")(
    (...[{ basis, id }, verdicts]: Parameters<DriftRecords["Service"]["write"]>) => sql`
      insert into golden_template_verdicts (template_id, place, tenant, name, revision, basis, state, differing)
      select t.id, f.place, f.tenant, f.name, f.revision, ${basis}, b.state,
        array(select jsonb_array_elements_text(b.differing))
      from jsonb_to_recordset(${JSON.stringify(verdicts)}::text::jsonb)
          as b (place text, tenant text, name text, revision bigint, state text, differing jsonb)
        join bucket_features f on f.place = b.place and f.tenant = b.tenant and f.name = b.name
          and f.revision = b.revision
        join golden_templates t on t.id = ${id}
      order by f.place, f.tenant, f.name
      for key share of f, t
      on conflict (template_id, place, tenant, name) do update set revision = excluded.revision,
        basis = excluded.basis, state = excluded.state, differing = excluded.differing`,
    Effect.asVoid,
    Effect.orDie
  )

  const page = Effect.fn("DriftRecords.page")(
    (...[template, query]: Parameters<DriftRecords["Service"]["page"]>) => {
      const states = JSON.stringify(query.states)
      const settings = template.kinds
        .map(
          (kind) => `json_build_object('kind', '${kind}', 'differs',
          count(*) filter (where '${kind}' = any (differing))::int)`
        )
        .join(", ")
      return pageReader.one(sql`
        with c as not materialized (${contextRows(sql, template.scope)}), m as materialized (
          select ${rowId(sql, template.scope)} as id, r.name, r.tenant as listed_tenant,
            ${sql.literal(tenantColumn)} as tenant, r.owner, f.place, coalesce(v.state, 'unknown') as state,
            coalesce(v.differing, '{}') as differing, v.template_id is not null as is_compared,
            ${sql.literal(readAt)} as read_at
          from ${matching(template)}
        )
        select (
          select json_build_object('total', count(*)::int,
            'agrees', count(*) filter (where state = 'agrees')::int,
            'differs', count(*) filter (where state = 'differs')::int,
            'unknown', count(*) filter (where state = 'unknown')::int,
            'settings', json_build_array(${sql.literal(settings)})) from m
        ) as counts, coalesce((
          select json_agg(json_build_object('id', p.id, 'name', p.name, 'tenant', p.tenant, 'owner', p.owner,
            'state', p.state, 'is_compared', p.is_compared, 'read_at', ${sql.literal(isoText("p.read_at"))},
            'documents', ${sql.literal(readDocuments(template.kinds))}) order by p.name, p.listed_tenant)
          from (
            select * from m where state in (select jsonb_array_elements_text(${states}::text::jsonb))
            order by name, listed_tenant limit ${query.page_size} offset ${(query.page - 1) * query.page_size}
          ) p
            left join bucket_features f on f.place = p.place and f.tenant = p.listed_tenant and f.name = p.name
            left join bucket_documents d on ${sql.literal(documentsOf)}
        ), '[]'::json) as items`)
    },
    Effect.map(({ counts, items }) => ({
      counts,
      items: items.map(({ documents, ...row }) => ({ ...row, documentOf: documentOf(documents) }))
    })),
    Effect.orDie
  )

  const differing = Effect.fn("DriftRecords.differing")(
    (template: ComparedTemplate, limit: number) =>
      idReader.all(sql`
        with c as not materialized (${contextRows(sql, template.scope)})
        select ${rowId(sql, template.scope)} as id from ${matching(template)} and v.state = 'differs'
        order by r.name, r.tenant limit ${limit}`),
    Effect.map((rows) => rows.map(({ id }) => id)),
    Effect.orDie
  )

  const bucket = Effect.fn("DriftRecords.bucket")(
    (scope: WorkbenchScope, id: string) =>
      bucketReader.first(sql`
        with c as not materialized (${contextRows(sql, scope)})
        select r.name, ${sql.literal(readDocuments(settingKinds))} as documents
        from ${sql.literal(workbenchJoin)} left join bucket_documents d on ${sql.literal(documentsOf)}
        where ${hasRowId(sql, scope, [id])} limit 1`),
    Effect.map((row) => (row === null ? null : { name: row.name, documentOf: documentOf(row.documents) })),
    Effect.orDie
  )

  return DriftRecords.of({ pending, write, page, differing, bucket })
})

export const layer = Layer.effect(DriftRecords, make)
