import { createHash } from "node:crypto"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { settingKinds } from "#domain/buckets/changes/BucketChange.ts"
import type { FeatureParam, FeatureParams } from "#domain/buckets/features/Feature.ts"
import { type FeatureName, featureNames } from "#domain/buckets/features/FeatureName.ts"
import { queriedParams } from "#domain/buckets/workbench/workbenchQuery.ts"
import { isStorableText } from "#domain/platform/Text.ts"
import { type BucketReading, FeatureRecords } from "#services/buckets/workbench/FeatureRecords.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { contextRows } from "./contextRows.ts"
import { documentsOf, hasDocument, UNSTORABLE } from "./storedDocuments.ts"
import { workbenchJoin } from "./workbenchSource.ts"

const pendingReader = makeRowReader(
  "bucket_listing_rows",
  Schema.Struct({
    context_id: Schema.String,
    place: Schema.String,
    tenant: Schema.String,
    name: Schema.String,
    owner: Schema.NullOr(Schema.String),
    bucket_id: Schema.NullOr(Schema.String),
    read_tracker: Schema.NullOr(Schema.Finite)
  })
)
/** Age of values without a version at the gateway, and of failures. */
const MAX_AGE = "30 minutes"
const RETRY_AFTER = "1 minute"

const lower = (value: FeatureParam | undefined): string | null =>
  typeof value === "string" ? value.toLowerCase() : null
const integerOrNull = (value: FeatureParam | undefined): number | null =>
  typeof value === "number" && Number.isSafeInteger(value) && Math.abs(value) < 2 ** 31 ? value : null
const texts = (value: FeatureParam | undefined): ReadonlyArray<string> =>
  Array.isArray(value) ? value.map((item) => String(item).toLowerCase()) : []

const rulesOf = ({ features }: BucketReading, name: FeatureName) => features.get(name)?.params ?? []
const idOf = ({ name, place, tenant }: BucketReading) => ({ place, tenant, name })

const MAX_VALUES = 100

const hasParams = (name: FeatureName): name is keyof typeof queriedParams => Object.hasOwn(queriedParams, name)

const valuesOf = (name: keyof typeof queriedParams, rules: FeatureParams) =>
  Object.fromEntries(
    Object.keys(queriedParams[name]).map((param) => {
      const values = rules.flatMap((rule) => rule[param] ?? [])
      return [param, [...new Set(values.filter((value) => typeof value !== "boolean"))].slice(0, MAX_VALUES)]
    })
  )

const documentDigest = (document: string | null): string =>
  document === null
    ? "none"
    : isStorableText(document)
      ? createHash("sha256").update(document).digest("base64url").slice(0, 22)
      : UNSTORABLE

const documentRow = (reading: BucketReading) => ({
  ...idOf(reading),
  documents: Object.fromEntries(
    [...reading.documents].map(([name, document]) => {
      const digest = documentDigest(document)
      return [name, { digest, document: digest === UNSTORABLE ? null : document }]
    })
  )
})

const featureRow = (reading: BucketReading) => ({
  ...idOf(reading),
  bucket_id: reading.bucket_id,
  read_tracker: reading.read_tracker,
  ...Object.fromEntries(featureNames.map((name) => [name, reading.features.get(name)?.state ?? null])),
  object_lock_mode: lower(rulesOf(reading, "object_lock")[0]?.["mode"]),
  object_lock_retention_days: integerOrNull(rulesOf(reading, "object_lock")[0]?.["retention_days"]),
  logging_target_bucket: lower(rulesOf(reading, "logging")[0]?.["target_bucket"]),
  policy_statement_count: integerOrNull(rulesOf(reading, "policy")[0]?.["statement_count"]),
  cells: Object.fromEntries(
    [...reading.features].map(([name, { params, problem, state, summary }]) => {
      const document = reading.documents.get(name)
      return [
        name,
        {
          state,
          summary,
          problem,
          ...(hasParams(name) ? { params: valuesOf(name, params) } : {}),
          ...(document === undefined ? {} : { document: documentDigest(document) })
        }
      ]
    })
  )
})

const columns = [
  ...featureNames.map((name) => [name, "text"] as const),
  ["object_lock_mode", "text"],
  ["object_lock_retention_days", "integer"],
  ["logging_target_bucket", "text"],
  ["policy_statement_count", "integer"]
] as const
const names = columns.map(([name]) => name).join(", ")

/** A reading of the same configuration completes the stored one; one of a newer configuration replaces it. */
const isSame = `(f.bucket_id is not distinct from excluded.bucket_id
  and f.read_tracker is not distinct from excluded.read_tracker)`
const merged = columns
  .map(([name]) => `${name} = case when ${isSame} then coalesce(excluded.${name}, f.${name}) else excluded.${name} end`)
  .join(", ")

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const pending = Effect.fn("FeatureRecords.pending")(function* (
    ...[scope, features, only, limit, withDocuments]: Parameters<FeatureRecords["Service"]["pending"]>
  ) {
    const now = yield* DateTime.now
    const before = (age: string) => sql`${DateTime.toDate(now)}::timestamptz - ${age}::interval`
    const any = (condition: string) => sql.literal(`(${features.map((name) => `f.${name} ${condition}`).join(" or ")})`)
    // cells that an earlier release wrote hold no parameters
    const incomplete = sql.literal(
      features
        .filter(hasParams)
        .map((name) => `f.cells->'${name}'->'params' is null`)
        .join(" or ") || "false"
    )
    const undocumented = sql.literal(
      (withDocuments ? settingKinds : [])
        .filter((name) => features.includes(name))
        .map((name) => `(f.${name} <> 'unavailable' and not ${hasDocument(name)})`)
        .join(" or ") || "false"
    )
    const documents = sql.literal(withDocuments ? `left join bucket_documents d on ${documentsOf}` : "")
    const named =
      only === null
        ? sql`true`
        : sql`r.name in (select jsonb_array_elements_text(${JSON.stringify(only)}::text::jsonb))`
    // during a refresh, names come before the ids that the metadata needs
    return yield* pendingReader.all(sql`
      with c as not materialized (${contextRows(sql, scope)})
      select c.context_id, case when r.bucket_id is null then r.key else c.place end as place, r.tenant, r.name,
        r.owner, r.bucket_id, r.read_tracker::float8 as read_tracker
      from ${sql.literal(workbenchJoin)} ${documents}
      where ${named} and (c.endpoint_id is null or r.bucket_id is not null or not exists (
        select from bucket_listings l where l.key = r.key and l.runner is not null
      )) and (
        f.place is null or ${any("is null")} or ${incomplete} or ${undocumented}
        or (r.read_tracker is null and f.read_at < ${before(MAX_AGE)})
        or (f.read_at < ${before(RETRY_AFTER)} and coalesce(${any("= 'unavailable'")}, false))
      ) order by r.name, r.tenant limit ${limit}`)
  }, Effect.orDie)

  const rules = (
    table: string,
    readings: ReadonlyArray<BucketReading>,
    feature: FeatureName,
    types: string,
    rowOf: (params: Readonly<Record<string, FeatureParam>>) => object
  ) => {
    const read = readings.filter(({ features }) => features.has(feature))
    const rows = read.flatMap((reading) =>
      rulesOf(reading, feature).map((params, rule) => ({ ...idOf(reading), rule, ...rowOf(params) }))
    )
    return Effect.andThen(
      sql`
        delete from ${sql.literal(table)} t
        using jsonb_to_recordset(${JSON.stringify(read.map(idOf))}::text::jsonb)
          as b (place text, tenant text, name text)
        where t.place = b.place and t.tenant = b.tenant and t.name = b.name`,
      sql`
        insert into ${sql.literal(table)} select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as b (place text, tenant text, name text, rule integer, ${sql.literal(types)})`
    )
  }

  const write = Effect.fn("FeatureRecords.write")(function* (readings: ReadonlyArray<BucketReading>) {
    const at = DateTime.toDate(yield* DateTime.now)
    const types = columns.map(([name, type]) => `${name} ${type}`).join(", ")
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`
          insert into bucket_features as f (place, tenant, name, bucket_id, read_tracker, cells, read_at,
            ${sql.literal(names)})
          select place, tenant, name, bucket_id, read_tracker, cells, ${at}::timestamptz, ${sql.literal(names)}
          from jsonb_to_recordset(${JSON.stringify(readings.map(featureRow))}::text::jsonb) as b (place text,
            tenant text, name text, bucket_id text, read_tracker bigint, cells jsonb, ${sql.literal(types)})
          order by place, tenant, name
          on conflict (place, tenant, name) do update set ${sql.literal(merged)},
            cells = case when ${sql.literal(isSame)} then f.cells || excluded.cells else excluded.cells end,
            bucket_id = excluded.bucket_id, read_tracker = excluded.read_tracker, read_at = excluded.read_at`
        const documented = readings.filter(({ documents }) => documents.size > 0).map(documentRow)
        if (documented.length > 0)
          yield* sql`
            insert into bucket_documents as d (place, tenant, name, documents)
            select place, tenant, name, documents
            from jsonb_to_recordset(${JSON.stringify(documented)}::text::jsonb)
              as b (place text, tenant text, name text, documents jsonb)
            order by place, tenant, name
            on conflict (place, tenant, name) do update set documents = d.documents || excluded.documents
            where d.documents is distinct from d.documents || excluded.documents`
        yield* rules(
          "bucket_lifecycle_rules",
          readings,
          "lifecycle",
          "rule_id text, prefix text, expiration_days integer, noncurrent_days integer, abort_multipart_days integer",
          ({ abort_multipart_days, expiration_days, noncurrent_days, prefix, rule_id }) => ({
            rule_id: lower(rule_id),
            prefix: lower(prefix),
            expiration_days: integerOrNull(expiration_days),
            noncurrent_days: integerOrNull(noncurrent_days),
            abort_multipart_days: integerOrNull(abort_multipart_days)
          })
        )
        yield* rules(
          "bucket_cors_rules",
          readings,
          "cors",
          "rule_id text, allowed_methods text[], allowed_origins text[]",
          ({ allowed_method, allowed_origin, rule_id }) => ({
            rule_id: lower(rule_id),
            allowed_methods: texts(allowed_method),
            allowed_origins: texts(allowed_origin)
          })
        )
        yield* rules("bucket_tag_pairs", readings, "tags", "key text, value text", ({ key, value }) => ({
          key: lower(key) ?? "",
          value: lower(value) ?? ""
        }))
      })
    )
  }, Effect.orDie)

  const expire = Effect.fn("FeatureRecords.expire")(function* ({ contexts }) {
    const places = JSON.stringify([...new Set(contexts.flatMap(({ key, place }) => [key, place]))])
    yield* sql`
      update bucket_features set read_at = 'epoch'
      where place in (select jsonb_array_elements_text(${places}::text::jsonb))`
  }, Effect.orDie) satisfies FeatureRecords["Service"]["expire"]

  return FeatureRecords.of({ pending, write, expire })
})

export const layer = Layer.effect(FeatureRecords, make)
