import { featureNames } from "#domain/buckets/features/FeatureName.ts"
import type { WorkbenchSortKey } from "#domain/buckets/workbench/workbenchQuery.ts"
import type { QueryFilter } from "#domain/platform/query/QueryFilter.ts"
import type { FeatureSource, FilterColumn, FilterSource } from "../../../postgres/query/filterSql.ts"

const ownerKind = `(case when r.owner is null then null
  when r.owner ~ '^RGW[0-9]{17}$' then 'account' else 'user' end)`

const listed = "c join bucket_listing_rows r on r.key = c.key"

/** The `case` keeps the planner from expecting one row of a whole cluster, and so from nested loops. */
const featuresJoin = `
  left join bucket_features f on f.place = any (array[c.key, c.place]) and f.tenant = r.tenant and f.name = r.name
    and case when f.place is distinct from case when r.bucket_id is null then r.key else c.place end
      or f.bucket_id is distinct from r.bucket_id or f.read_tracker is distinct from r.read_tracker
      then false else true end`

const ownerJoin = `
  left join directory_rows o on o.endpoint_id = c.endpoint_id and o.kind = ${ownerKind} and o.id = r.owner`

/** `c`: its context, `r`: the bucket, `f`: its features, `o`: its owner. */
export const workbenchJoin = listed + featuresJoin + ownerJoin

const ownerUsageJoin = `
  left join (
    select key, owner, sum(used_bytes)::bigint as used_bytes, sum(object_count)::bigint as object_count
    from bucket_listing_rows where key in (select key from c) group by key, owner
  ) u on u.key = r.key and u.owner = r.owner`

/** The listing may lack the tenant: then it is the owner's, `tenant$uid`. */
export const tenantColumn = `(case when r.tenant = '' and position('$' in coalesce(r.owner, '')) > 0
  then split_part(r.owner, '$', 1) else r.tenant end)`

export const rowTags = `bucket_ui_tag_buckets b join bucket_ui_tags t on t.id = b.tag_id
  where b.place = c.place and b.name = r.name and b.tenant = ${tenantColumn}
    and coalesce(b.bucket_id = r.bucket_id, true) and t.endpoint_id is not distinct from c.tag_endpoint_id
    and coalesce(t.user_id = c.tag_user_id, true)`

const percent = (used: string, limit: string): string => `(${used}::float8 * 100 / nullif(${limit}, 0))`

const values = {
  owner_name: "lower(o.name)",
  owner_kind: ownerKind,
  used_bytes: "r.used_bytes",
  object_count: "r.object_count",
  index_shards: "r.index_shards",
  objects_per_shard: "ceil(r.object_count::float8 / nullif(r.index_shards, 0))",
  unfinished_uploads: "r.unfinished_uploads",
  quota_max_size_bytes: "r.quota_max_size_bytes",
  quota_max_objects: "r.quota_max_objects",
  quota_usage_size_percent: percent("r.used_bytes", "r.quota_max_size_bytes"),
  quota_usage_object_percent: percent("r.object_count", "r.quota_max_objects"),
  owner_used_bytes: "u.used_bytes",
  owner_object_count: "u.object_count",
  owner_quota_max_size_bytes: "o.quota_max_size_bytes",
  owner_quota_max_objects: "o.quota_max_objects",
  owner_quota_usage_size_percent: percent("u.used_bytes", "o.quota_max_size_bytes"),
  owner_quota_usage_object_percent: percent("u.object_count", "o.quota_max_objects"),
  context_name: "c.context_name_ci",
  context_kind: "c.context_kind",
  endpoint_name: "c.endpoint_name_ci"
} as const

const readOwnerUsage = new Set(Object.entries(values).flatMap(([name, text]) => (/\bu\./.test(text) ? [name] : [])))

const ownerUsageFor = (fields: ReadonlyArray<string>): string =>
  fields.some((field) => readOwnerUsage.has(field)) ? ownerUsageJoin : ""

const fieldsOf = ({ rules }: QueryFilter): ReadonlyArray<string> =>
  rules.flatMap((rule) => (rule._tag === "Field" ? [rule.field] : []))

/** Joins the owner's usage, `u`, only where needed: PostgreSQL cannot drop a sum over all rows. */
export const joinFor = (filter: QueryFilter): string => workbenchJoin + ownerUsageFor(fieldsOf(filter))

/** Joins of what a filter and a sort key read. PostgreSQL cannot drop the join of features, which reads all of them. */
export const matchingJoin = (filter: QueryFilter, sortKey: string): string =>
  listed +
  (filter.rules.every(({ _tag }) => _tag === "Field") ? "" : featuresJoin) +
  ownerJoin +
  ownerUsageFor([...fieldsOf(filter), sortKey])

/** The rows that `found` names by `key`, `context_id`, `name` and `tenant`. */
export const keysJoin = (fields: ReadonlyArray<string>): string =>
  `c join found on found.key = c.key and found.context_id = c.context_id
  join bucket_listing_rows r on r.key = found.key and r.name = found.name and r.tenant = found.tenant` +
  featuresJoin +
  ownerJoin +
  ownerUsageFor(fields)

/** Sort columns; names keep their case, as in the order of the primary key. */
export const workbenchSorts: Readonly<Record<WorkbenchSortKey, string>> = {
  ...values,
  name: "r.name",
  tenant: "r.tenant",
  owner: "r.owner",
  created_at: "r.created_at"
}

const ofBucket = "p.place = f.place and p.tenant = f.tenant and p.name = f.name"

const features: Readonly<Record<string, Omit<FeatureSource, "state">>> = {
  lifecycle: {
    rules: `bucket_lifecycle_rules p where ${ofBucket}`,
    params: {
      rule_id: "p.rule_id",
      prefix: "p.prefix",
      expiration_days: "p.expiration_days",
      noncurrent_days: "p.noncurrent_days",
      abort_multipart_days: "p.abort_multipart_days"
    }
  },
  cors: {
    rules: `bucket_cors_rules p where ${ofBucket}`,
    params: { rule_id: "p.rule_id", allowed_method: "p.allowed_methods", allowed_origin: "p.allowed_origins" }
  },
  tags: { rules: `bucket_tag_pairs p where ${ofBucket}`, params: { key: "p.key", value: "p.value" } },
  object_lock: {
    rules: "(select) one where f.object_lock = 'enabled'",
    params: { mode: "f.object_lock_mode", retention_days: "f.object_lock_retention_days" }
  },
  logging: {
    rules: "(select) one where f.logging_target_bucket is not null",
    params: { target_bucket: "f.logging_target_bucket" }
  },
  policy: {
    rules: "(select) one where f.policy_statement_count is not null",
    params: { statement_count: "f.policy_statement_count" }
  }
}

const tagsOf = (condition: string): FilterColumn => ({ from: `${rowTags}${condition}`, column: "t.label_ci" })

export const workbenchSource: FilterSource = {
  fields: {
    ...values,
    name: "r.name_ci",
    tenant: "r.tenant_ci",
    owner: "r.owner_ci",
    tag: tagsOf(""),
    private_tag: tagsOf(" and t.user_id is not null"),
    shared_tag: tagsOf(" and t.user_id is null")
  },
  features: Object.fromEntries(
    featureNames.map((name) => [
      name,
      { rules: "(select) one where false", params: {}, ...features[name], state: `f.${name}` }
    ])
  )
}
