import {
  type FieldCost,
  type QueryDeclaration,
  type QueryFeature,
  type QueryField,
  type QueryParam,
  sortKeysOf
} from "../../platform/query/QueryDeclaration.ts"
import { type FeatureName, featureNames, featureStates } from "../features/FeatureName.ts"

type Options = Partial<Pick<QueryField, "cost" | "searchable" | "values">>

const sorted = (kind: QueryField["kind"], label: string, options: Options = {}) => ({
  cost: "none" as FieldCost,
  searchable: false,
  ...options,
  kind,
  label,
  sortable: true as const
})

const unsorted = (kind: QueryField["kind"], label: string) => ({
  ...sorted(kind, label),
  sortable: false as const
})

const usage = {
  used_bytes: sorted("bytes", "Size", { cost: "statistics" }),
  object_count: sorted("number", "Objects", { cost: "statistics" }),
  index_shards: sorted("number", "Index shards", { cost: "statistics" }),
  objects_per_shard: sorted("number", "Objects per shard", { cost: "statistics" }),
  unfinished_uploads: sorted("number", "Unfinished uploads", { cost: "statistics" }),
  quota_max_size_bytes: sorted("bytes", "Quota: size", { cost: "statistics" }),
  quota_max_objects: sorted("number", "Quota: objects", { cost: "statistics" }),
  quota_usage_size_percent: sorted("number", "Quota used: size %", { cost: "statistics" }),
  quota_usage_object_percent: sorted("number", "Quota used: objects %", { cost: "statistics" }),
  owner_used_bytes: sorted("bytes", "Owner: size", { cost: "statistics" }),
  owner_object_count: sorted("number", "Owner: objects", { cost: "statistics" }),
  owner_quota_max_size_bytes: sorted("bytes", "Owner quota: size", { cost: "owners" }),
  owner_quota_max_objects: sorted("number", "Owner quota: objects", { cost: "owners" }),
  owner_quota_usage_size_percent: sorted("number", "Owner quota used: size %", { cost: "owners" }),
  owner_quota_usage_object_percent: sorted("number", "Owner quota used: objects %", { cost: "owners" })
}

const identity = {
  name: sorted("text", "Name", { searchable: true }),
  tenant: sorted("text", "Tenant", { searchable: true }),
  owner: sorted("text", "Owner", { searchable: true }),
  owner_name: sorted("text", "Owner name", { cost: "owners" }),
  owner_kind: sorted("state", "Owner kind", { values: ["account", "user"] })
}

const tags = {
  tag: unsorted("label", "Tag"),
  private_tag: unsorted("label", "Private tag"),
  shared_tag: unsorted("label", "Shared tag")
}

const contexts = {
  context_name: sorted("text", "Context", { searchable: true }),
  context_kind: sorted("state", "Context kind", { values: ["account", "connection", "s3_user"] }),
  endpoint_name: sorted("text", "Endpoint")
}

const clusterFields = { ...identity, ...usage, ...tags } satisfies Record<string, QueryField>
const opsFields = { ...identity, ...contexts, ...usage, ...tags } satisfies Record<string, QueryField>

const text = (label: string): QueryParam => ({ kind: "text", label })
const number = (label: string): QueryParam => ({ kind: "number", label })
const set = (label: string): QueryParam => ({ kind: "label", label })

export const queriedParams = {
  object_lock: { mode: text("Mode"), retention_days: number("Retention days") },
  tags: { key: text("Key"), value: text("Value") },
  policy: { statement_count: number("Statements") },
  cors: { rule_id: text("Rule id"), allowed_method: set("Allowed method"), allowed_origin: set("Allowed origin") },
  lifecycle: {
    rule_id: text("Rule id"),
    prefix: text("Prefix"),
    expiration_days: number("Expiration days"),
    noncurrent_days: number("Noncurrent days"),
    abort_multipart_days: number("Abort uploads after days")
  },
  logging: { target_bucket: text("Target bucket") }
} as const satisfies Partial<Record<FeatureName, Record<string, QueryParam>>>

type QueriedParams = typeof queriedParams
export type ParamPart = {
  readonly [F in keyof QueriedParams]: `${F}_${keyof QueriedParams[F] & string}`
}[keyof QueriedParams]

const paramEntries = Object.entries(queriedParams).flatMap(([feature, params]) =>
  Object.keys(params).map((param) => [`${feature}_${param}`, { feature, param }] as const)
) as unknown as ReadonlyArray<readonly [ParamPart, { readonly feature: keyof QueriedParams; readonly param: string }]>

export const paramParts = paramEntries.map(([part]) => part)

export const paramOfPart: ReadonlyMap<string, { readonly feature: FeatureName; readonly param: string }> = new Map(
  paramEntries
)

const paramsOf = (name: FeatureName): QueryFeature["params"] =>
  (queriedParams as Partial<Record<FeatureName, QueryFeature["params"]>>)[name] ?? {}

const labelOf = (name: FeatureName): string => name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll("_", " ")

const features: QueryDeclaration["features"] = Object.fromEntries(
  featureNames.map((name) => [
    name,
    { kind: "feature" as const, label: labelOf(name), states: featureStates, params: paramsOf(name) }
  ])
)

export type WorkbenchId = "cluster-admin" | "storage-ops"

export const workbenchQueries = {
  "cluster-admin": { fields: clusterFields, features },
  "storage-ops": { fields: opsFields, features }
} as const satisfies Record<WorkbenchId, QueryDeclaration>

export const workbenchSortKeys = {
  "cluster-admin": [...sortKeysOf(clusterFields), "created_at"] as const,
  "storage-ops": [...sortKeysOf(opsFields), "created_at"] as const
}
export type WorkbenchSortKey = (typeof workbenchSortKeys)[WorkbenchId][number]
