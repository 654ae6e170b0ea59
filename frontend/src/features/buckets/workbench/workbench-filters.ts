import type { QRL } from "@builder.io/qwik"
import type { Choice, ChosenFilters } from "~/components/filters/filter"
import { advancedFilter, boundRules, containsRule, equalsRule } from "~/components/filters/advanced-filter"

type LoadTags = QRL<() => Promise<ReadonlyArray<Choice>>>

const common = [
  { kind: "text", name: "name", label: "Name" },
  { kind: "text", name: "owner", label: "Owner" },
  { kind: "text", name: "tenant", label: "Tenant" },
  { kind: "size", name: "size", label: "Size" },
  { kind: "number", name: "objects", label: "Objects" }
] as const

const contexts = [
  { kind: "text", name: "context", label: "Context" },
  { kind: "text", name: "endpoint", label: "Endpoint" }
] as const

export const clusterFilters = (load$: LoadTags) =>
  [...common, { kind: "offered", name: "tag", label: "Tag", load$ }] as const
export const opsFilters = (load$: LoadTags) =>
  [...common, ...contexts, { kind: "offered", name: "tag", label: "Tag", load$ }] as const

export type ClusterFilters = ReturnType<typeof clusterFilters>
export type OpsFilters = ReturnType<typeof opsFilters>

export const tagChoices = (tags: ReadonlyArray<{ readonly label: string }>): ReadonlyArray<Choice> =>
  tags.map(({ label }) => ({ value: label, label }))

const commonRules = ({ name, objects, owner, size, tag, tenant }: ChosenFilters<ClusterFilters>) => [
  ...containsRule("name", name),
  ...containsRule("owner", owner),
  ...containsRule("tenant", tenant),
  ...boundRules("used_bytes", size),
  ...boundRules("object_count", objects),
  ...equalsRule("tag", tag)
]

export const clusterFilter = (filters: ChosenFilters<ClusterFilters>): string | null =>
  advancedFilter(commonRules(filters))

export const opsFilter = (filters: ChosenFilters<OpsFilters>): string | null =>
  advancedFilter([
    ...commonRules(filters),
    ...containsRule("context_name", filters.context),
    ...containsRule("endpoint_name", filters.endpoint)
  ])
