import type { QRL } from "@builder.io/qwik"
import type { Choice, ChoiceFilter, FilterValues, FilterCost } from "~/components/filters/filter"
import { boundRules, combinedFilter, containsRule, equalsRule, listRule } from "~/components/filters/advanced-filter"
import { FEATURE_LIST, type FeatureName } from "~/features/buckets/bucket-features/feature"

type LoadTags = QRL<() => Promise<ReadonlyArray<Choice>>>

export const FILTER_COSTS = {
  none: { short: "stored", text: "Compares stored values: nothing is read." },
  statistics: { short: "statistics", text: "Needs the statistics of all buckets, which a refresh of the list reads." },
  features: {
    short: "reads buckets",
    text: "Reads this feature of every bucket the first time, later only of buckets that changed."
  }
} as const satisfies Record<string, FilterCost>
const { none: stored, statistics } = FILTER_COSTS

const common = [
  { kind: "text", name: "name", label: "Name", list: true, cost: stored },
  { kind: "text", name: "owner", label: "Owner", cost: stored },
  { kind: "text", name: "tenant", label: "Tenant", cost: stored },
  { kind: "size", name: "size", label: "Size", cost: statistics },
  { kind: "number", name: "objects", label: "Objects", cost: statistics },
  { kind: "number", name: "quota_percent", label: "Quota used: size %", cost: statistics },
  { kind: "number", name: "per_shard", label: "Objects per index shard", cost: statistics },
  { kind: "number", name: "unfinished", label: "Unfinished uploads", cost: statistics }
] as const

const FEATURE_STATES = [
  { value: "enabled", label: "enabled" },
  { value: "configured", label: "configured" },
  { value: "partial", label: "partial" },
  { value: "suspended", label: "suspended" },
  { value: "disabled", label: "disabled" },
  { value: "not_set", label: "not set" },
  { value: "unknown", label: "not read yet" },
  { value: "unavailable", label: "cannot be read" }
]

const features = FEATURE_LIST.map(({ feature, label }) => ({
  kind: "choice",
  name: feature,
  label: `Feature: ${label}`,
  cost: FILTER_COSTS.features,
  options: FEATURE_STATES
})) as ReadonlyArray<ChoiceFilter & { readonly name: FeatureName }>

const last = { kind: "rules", name: "rules", label: "Rules (JSON)" } as const

const contexts = [
  { kind: "text", name: "context", label: "Context", cost: stored },
  { kind: "text", name: "endpoint", label: "Endpoint", cost: stored }
] as const

export const clusterFilters = (load$: LoadTags) =>
  [...common, { kind: "offered", name: "tag", label: "Tag", load$, cost: stored }, ...features, last] as const
export const opsFilters = (load$: LoadTags) =>
  [
    ...common,
    ...contexts,
    { kind: "offered", name: "tag", label: "Tag", load$, cost: stored },
    ...features,
    last
  ] as const

export type ClusterFilters = ReturnType<typeof clusterFilters>
export type OpsFilters = ReturnType<typeof opsFilters>

export const tagChoices = (tags: ReadonlyArray<{ readonly label: string }>): ReadonlyArray<Choice> =>
  tags.map(({ label }) => ({ value: label, label }))

const commonRules = (filters: FilterValues<ClusterFilters>) => {
  const { name, objects, owner, per_shard, quota_percent, size, tag, tenant, unfinished } = filters
  return [
    ...listRule("name", name),
    ...containsRule("owner", owner),
    ...containsRule("tenant", tenant),
    ...boundRules("used_bytes", size),
    ...boundRules("object_count", objects),
    ...boundRules("quota_usage_size_percent", quota_percent),
    ...boundRules("objects_per_shard", per_shard),
    ...boundRules("unfinished_uploads", unfinished),
    ...equalsRule("tag", tag),
    ...FEATURE_LIST.flatMap(({ feature }) => {
      const state = filters[feature]
      return state === null ? [] : [{ feature, state }]
    })
  ]
}

export const clusterFilter = (filters: FilterValues<ClusterFilters>): string | null =>
  combinedFilter(commonRules(filters), filters.rules)

export const opsFilter = (filters: FilterValues<OpsFilters>): string | null =>
  combinedFilter(
    [
      ...commonRules(filters),
      ...containsRule("context_name", filters.context),
      ...containsRule("endpoint_name", filters.endpoint)
    ],
    filters.rules
  )
