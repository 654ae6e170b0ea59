import { assert, layer } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { featureNames, featureStates } from "#domain/buckets/features/FeatureName.ts"
import { workbenchQueries } from "#domain/buckets/workbench/workbenchQuery.ts"
import { matchesFilter, type QueriedRow, type QueryValue } from "#domain/platform/query/matchesFilter.ts"
import { parseFilter } from "#domain/platform/query/parseFilter.ts"
import { isNumeric, operatorsOf } from "#domain/platform/query/QueryDeclaration.ts"
import { quantifiers } from "#domain/platform/query/QueryFilter.ts"
import { filterSql } from "#layers/postgres/query/filterSql.ts"
import { joinFor, workbenchSource } from "#layers/sql/buckets/workbench/workbenchSource.ts"
import { TestDatabase } from "../../../support/TestDatabase.ts"

const declaration = workbenchQueries["storage-ops"]
const BUCKETS = 250
const FILTERS = 1_000

const randomOf = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}
const random = randomOf(20_261_127)
const pick = <A>(items: ReadonlyArray<A>): A => items[Math.floor(random() * items.length)] as A
const maybe = <A>(value: () => A): A | null => (random() < 0.3 ? null : value())
const some = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> => items.filter(() => random() < 0.4)

const texts = ["Alpha", "alpha-1", "BETA", "100%", "50_x", "a\\b", "photos/", "", "GET", "*", "https://A.example"]
const numbers = [0, 1, 7, 30, 90, 400, 1_000_000_000_000]
const labels = ["Prod", "old", "Team A"]

const places = [
  { key: "one", context_kind: "account", context_name: "Alpha", endpoint_name: "Ceph BETA" },
  { key: "two", context_kind: "connection", context_name: "alpha-1", endpoint_name: "other" }
] as const

const makeBucket = (index: number) => {
  const place = pick(places)
  const owner = maybe(() => pick(["RGW12345678901234567", "tester", "Alpha"]))
  const used = maybe(() => pick(numbers))
  const objects = maybe(() => pick(numbers))
  const most = maybe(() => pick(numbers))
  const mostObjects = maybe(() => pick(numbers))
  const shards = maybe(() => pick([1, 11, 64]))
  const states = Object.fromEntries(featureNames.map((name) => [name, pick([...featureStates, null])]))
  const read = random() < 0.85
  const mode = states["object_lock"] === "enabled" ? maybe(() => pick(["GOVERNANCE", "COMPLIANCE"])) : null
  const list = <A>(make: () => A) => Array.from({ length: Math.floor(random() * 3) }, make)
  return {
    place,
    name: `${pick(texts)}${index}`,
    tenant: pick(["", "T1", "alpha"]),
    owner,
    used,
    objects,
    most,
    mostObjects,
    shards,
    uploads: maybe(() => pick([0, 1, 7])),
    read,
    states,
    lock: { mode, days: mode === null ? null : pick(numbers.slice(0, 5)) },
    target: maybe(() => pick(texts)),
    statements: maybe(() => pick([0, 1, 7])),
    lifecycle: list(() => ({
      rule_id: maybe(() => pick(texts)),
      prefix: maybe(() => pick(texts)),
      expiration_days: maybe(() => pick(numbers.slice(0, 5))),
      noncurrent_days: maybe(() => pick(numbers.slice(0, 5))),
      abort_multipart_days: maybe(() => pick(numbers.slice(0, 5)))
    })),
    cors: list(() => ({
      rule_id: maybe(() => pick(texts)),
      allowed_method: some(["GET", "PUT"]),
      allowed_origin: some(["*", "https://A.example"])
    })),
    pairs: list(() => ({ key: pick(texts), value: pick(texts) })),
    tags: some(labels)
  }
}
type Bucket = ReturnType<typeof makeBucket>

const buckets = Array.from({ length: BUCKETS }, (_, index) => makeBucket(index))

const usageOf = (bucket: Bucket, of: "used" | "objects"): number | null => {
  if (bucket.owner === null) return null
  const values = buckets
    .filter(({ owner, place }) => owner === bucket.owner && place.key === bucket.place.key)
    .flatMap((one) => one[of] ?? [])
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
}
const percent = (used: number | null, most: number | null) =>
  used === null || most === null || most === 0 ? null : (used * 100) / most

const owners: Readonly<
  Record<string, { readonly name: string; readonly size: number | null; readonly objects: number }>
> = {
  RGW12345678901234567: { name: "Alpha", size: 1_000_000_000_000, objects: 7 },
  tester: { name: "BETA", size: null, objects: 400 }
}

const rowOf = (bucket: Bucket): QueriedRow => {
  const owner = bucket.place.key === "one" && bucket.owner !== null ? owners[bucket.owner] : undefined
  const [used, objects] = [usageOf(bucket, "used"), usageOf(bucket, "objects")]
  const rules: Readonly<Record<string, ReadonlyArray<Readonly<Record<string, QueryValue>>>>> = {
    lifecycle: bucket.lifecycle,
    cors: bucket.cors,
    tags: bucket.pairs,
    object_lock:
      bucket.states["object_lock"] === "enabled" ? [{ mode: bucket.lock.mode, retention_days: bucket.lock.days }] : [],
    logging: bucket.target === null ? [] : [{ target_bucket: bucket.target }],
    policy: bucket.statements === null ? [] : [{ statement_count: bucket.statements }]
  }
  return {
    fields: {
      name: bucket.name,
      tenant: bucket.tenant,
      owner: bucket.owner,
      owner_name: owner?.name ?? null,
      owner_kind: bucket.owner === null ? null : bucket.owner.startsWith("RGW") ? "account" : "user",
      context_name: bucket.place.context_name,
      context_kind: bucket.place.context_kind,
      endpoint_name: bucket.place.endpoint_name,
      used_bytes: bucket.used,
      object_count: bucket.objects,
      index_shards: bucket.shards,
      objects_per_shard:
        bucket.objects === null || bucket.shards === null ? null : Math.ceil(bucket.objects / bucket.shards),
      unfinished_uploads: bucket.uploads,
      quota_max_size_bytes: bucket.most,
      quota_max_objects: bucket.mostObjects,
      quota_usage_size_percent: percent(bucket.used, bucket.most),
      quota_usage_object_percent: percent(bucket.objects, bucket.mostObjects),
      owner_used_bytes: used,
      owner_object_count: objects,
      owner_quota_max_size_bytes: owner?.size ?? null,
      owner_quota_max_objects: owner?.objects ?? null,
      owner_quota_usage_size_percent: percent(used, owner?.size ?? null),
      owner_quota_usage_object_percent: percent(objects, owner?.objects ?? null),
      tag: bucket.tags,
      private_tag: bucket.tags,
      shared_tag: []
    },
    features: bucket.read
      ? Object.fromEntries(
          featureNames.flatMap((name) => {
            const state = bucket.states[name]
            return state === null || state === undefined ? [] : [[name, { state, rules: rules[name] ?? [] }]]
          })
        )
      : {}
  }
}

const store = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into storage_endpoints (id, name, url, features_config, created_at, updated_at)
    overriding system value values (1, 'Ceph BETA', 'http://one.example', '{"features":{}}', now(), now())`
  yield* sql`insert into ui_users (id, email, full_name, role, created_at, updated_at) overriding system value
    values (1, 'a@example.org', 'A', 'ui_user', now(), now()), (2, 'b@example.org', 'B', 'ui_user', now(), now())`
  for (const label of labels)
    yield* sql`insert into bucket_ui_tags (user_id, label, label_ci, color)
      values (1, ${label}, ${label.toLowerCase()}, '#112233'), (2, ${label}, ${label.toLowerCase()}, '#112233')`
  for (const { key } of places) yield* sql`insert into bucket_listings (key) values (${key})`
  yield* sql`insert into directory_listings (endpoint_id, kind, read_at)
    values (1, 'user', now()), (1, 'account', now())`
  for (const [owner, { name, objects, size }] of Object.entries(owners))
    yield* sql`insert into directory_rows (
        endpoint_id, kind, id, name, quota_max_size_bytes, quota_max_objects, details, details_read_at)
      values (1, ${owner.startsWith("RGW") ? "account" : "user"}, ${owner}, ${name}, ${size}, ${objects}, '{}', now())`
  yield* Effect.forEach(
    buckets,
    (bucket) =>
      Effect.gen(function* () {
        const { name, place, states, tenant } = bucket
        const at = `place-${place.key}`
        const id = { place: at, tenant, name }
        yield* sql`insert into bucket_listing_rows ${sql.insert({
          key: place.key,
          tenant,
          name,
          owner: bucket.owner,
          used_bytes: bucket.used,
          object_count: bucket.objects,
          quota_max_size_bytes: bucket.most,
          quota_max_objects: bucket.mostObjects,
          index_shards: bucket.shards,
          unfinished_uploads: bucket.uploads,
          bucket_id: `id-${name}`,
          has_statistics: true,
          generation: 1,
          version: 1
        })}`
        for (const label of bucket.tags)
          yield* sql`insert into bucket_ui_tag_buckets (tag_id, place, tenant, name)
            select id, ${at}, ${tenant}, ${name} from bucket_ui_tags where label = ${label} and user_id = 1`
        yield* sql`insert into bucket_ui_tag_buckets (tag_id, place, tenant, name)
          select id, ${at}, ${tenant}, ${name} from bucket_ui_tags where user_id = 2`
        yield* sql`insert into bucket_features ${sql.insert({
          ...id,
          bucket_id: bucket.read ? `id-${name}` : "earlier",
          read_at: new Date(0),
          cells: "{}",
          object_lock_mode: bucket.lock.mode?.toLowerCase() ?? null,
          object_lock_retention_days: bucket.lock.days,
          logging_target_bucket: bucket.target?.toLowerCase() ?? null,
          policy_statement_count: bucket.statements,
          ...states
        })}`
        const ci = (text: string | null) => text?.toLowerCase() ?? null
        for (const [rule, { prefix, rule_id, ...days }] of bucket.lifecycle.entries())
          yield* sql`insert into bucket_lifecycle_rules ${sql.insert({
            ...id,
            rule,
            ...days,
            rule_id: ci(rule_id),
            prefix: ci(prefix)
          })}`
        for (const [rule, one] of bucket.cors.entries())
          yield* sql`insert into bucket_cors_rules (
              place, tenant, name, rule, rule_id, allowed_methods, allowed_origins)
            select ${at}, ${tenant}, ${name}, ${rule}::int, ${ci(one.rule_id)},
              array(select lower(jsonb_array_elements_text(${JSON.stringify(one.allowed_method)}::text::jsonb))),
              array(select lower(jsonb_array_elements_text(${JSON.stringify(one.allowed_origin)}::text::jsonb)))`
        for (const [rule, { key, value }] of bucket.pairs.entries())
          yield* sql`insert into bucket_tag_pairs ${sql.insert({ ...id, rule, key: ci(key), value: ci(value) })}`
      }),
    { discard: true, concurrency: 4 }
  )
})

const operandOf = (kind: keyof typeof operatorsOf, values: ReadonlyArray<string> | undefined) => {
  const op = pick(operatorsOf[kind])
  if (op === "is_null" || op === "not_null") return { op }
  const one = () =>
    isNumeric(kind)
      ? pick([...numbers, 33.3])
      : pick(values ?? [...texts, ...labels, "tester", "t1", "RGW12345678901234567", "a", "%"])
  return {
    op,
    value: op === "in" || op === "not_in" ? Array.from({ length: 1 + Math.floor(random() * 4) }, one) : one()
  }
}

const makeRule = () => {
  if (random() < 0.5) {
    const [name, field] = pick(Object.entries(declaration.fields))
    return { field: name, ...operandOf(field.kind, "values" in field ? field.values : undefined) }
  }
  const withParams = Object.entries(declaration.features).filter(([, { params }]) => Object.keys(params).length > 0)
  if (random() < 0.3) return { feature: pick(featureNames), state: pick(featureStates) }
  const [feature, { params }] =
    random() < 0.5 ? (["lifecycle", declaration.features["lifecycle"]!] as const) : pick(withParams)
  const [param, { kind }] = pick(Object.entries(params))
  return { feature, param, ...operandOf(kind, undefined), ...(random() < 0.5 ? {} : { quantifier: pick(quantifiers) }) }
}

const names = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ name: Schema.String })))

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })("the filter of a workbench", (it) => {
  it.effect("selects in SQL the rows that the reference selects, for 1,000 random filters", () =>
    Effect.gen(function* () {
      yield* store
      const sql = yield* SqlClient.SqlClient
      const rows = buckets.map((bucket) => [bucket.name, rowOf(bucket)] as const)
      const contexts = JSON.stringify(
        places.map((place) => ({
          ...place,
          place: `place-${place.key}`,
          endpoint_id: place.key === "one" ? 1 : null,
          context_name_ci: place.context_name.toLowerCase(),
          endpoint_name_ci: place.endpoint_name.toLowerCase(),
          tag_user_id: 1
        }))
      )
      let matched = 0
      yield* Effect.forEach(
        Array.from({ length: FILTERS }, () => ({
          match: pick(["all", "any"]),
          rules: Array.from({ length: Math.floor(random() * 4) }, makeRule)
        })),
        (written) =>
          Effect.gen(function* () {
            const filter = Result.getOrThrow(parseFilter(declaration, written, []))
            const expected = rows.filter(([, row]) => matchesFilter(declaration, filter, row)).map(([name]) => name)
            const found = names(
              yield* sql`
              with c as not materialized (
                select * from jsonb_to_recordset(${contexts}::text::jsonb) as c (
                  key text, place text, context_kind text,
                  context_name_ci text, endpoint_name_ci text, endpoint_id int, tag_endpoint_id int, tag_user_id int)
              )
              select r.name from ${sql.literal(joinFor(filter))}
              where ${filterSql(sql, declaration, workbenchSource, filter)}`
            ).map(({ name }) => name)
            assert.deepStrictEqual([...found].sort(), [...expected].sort(), JSON.stringify(written))
            if (found.length > 0 && found.length < BUCKETS) matched += 1
          }),
        { discard: true, concurrency: 4 }
      )
      assert.isAbove(matched, FILTERS / 3, "filters that select some rows and not all")
    })
  )

  it.effect("cannot reach rows beyond its own condition, whatever is matched", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const filter = Result.getOrThrow(
        parseFilter(
          declaration,
          {
            match: "any",
            rules: [
              { field: "name", op: "starts_with", value: "" },
              { field: "name", op: "not_null" }
            ]
          },
          []
        )
      )
      yield* sql`insert into bucket_listings (key) values ('apart')`
      yield* sql`insert into bucket_listing_rows (key, tenant, name, has_statistics, generation, version)
        values ('apart', '', 'other', true, 1, 1)`
      const found = yield* sql`
        with c as (select 'apart'::text as key, ''::text as place, null::int as endpoint_id)
        select r.key from ${sql.literal(joinFor(filter))}
        where r.key = 'none' and ${filterSql(sql, declaration, workbenchSource, filter)}`
      assert.deepStrictEqual(found, [])
    })
  )
})
