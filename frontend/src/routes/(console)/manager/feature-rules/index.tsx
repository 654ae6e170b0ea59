import { $, component$ } from "@builder.io/qwik"
import { useScope } from "~/lib/scope"
import type { DocumentHead } from "@builder.io/qwik-city"
import { callIn } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { ProblemError } from "~/client/problem-error"
import { type AllRows, type Asking, Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { CopyRule } from "~/features/buckets/feature-copies/copy-rule-dialog"
import { FeatureState } from "~/features/buckets/feature-states/feature-state"
import {
  asListed,
  featureNamed,
  type ListedRule,
  RULE_FILTERS,
  type Rule,
  ruleHasParam
} from "~/features/buckets/feature-rules/rule"
import { RulePanel } from "~/features/buckets/feature-rules/rule-panel"
import { cachedRows } from "~/features/buckets/live-rows/cached-rows"
import { LiveLine } from "~/features/buckets/live-rows/live-line"
import { useLiveRows } from "~/features/buckets/live-rows/live-rows"
import { staleness } from "~/features/buckets/staleness"
import { listedPage } from "~/lib/listed-page"

interface Cell {
  readonly row: Rule
}

const StateCell = component$<Cell>(({ row }) => (
  <FeatureState state={row.state} hasSummary={Object.keys(row.params).length > 0} />
))
const SummaryCell = component$<Cell>(({ row }) => {
  const hint = row.problem?.detail ?? row.summary
  return (
    <span class="block truncate" title={hint}>
      {hint === "" ? "—" : hint}
    </span>
  )
})

const COLUMNS = columns<ListedRule, SortKey<"GET /api/manager/feature-rules">>([
  { key: "bucket", label: "Bucket", width: "m", priority: 1, sortable: true },
  { key: "rule", label: "Rule", width: "xs", priority: 3, numeric: true },
  { key: "state", label: "State", width: "s", priority: 1, sortable: true, cell: StateCell },
  {
    key: "summary",
    label: "What it says",
    width: "name",
    priority: 1,
    cell: SummaryCell,
    text$: $((row: ListedRule) => row.problem?.detail ?? row.summary)
  }
])

export default component$(() => {
  const scope = useScope()
  const { contexts } = scope
  const rules = useListing(COLUMNS, {
    id: "feature-rules",
    title: "Feature rules",
    noun: { one: "rule", many: "rules" },
    rowKey: "id",
    sort: "bucket",
    search: "Search buckets and rules",
    selectable: true,
    filters: RULE_FILTERS,
    searchIn: ["bucket", "summary"],
    whole$: $(async ({ filters, signal }: Asking<typeof RULE_FILTERS>): Promise<ReadonlyArray<ListedRule>> => {
      if (import.meta.env.SSR) return []
      const rules = await cachedRows<ListedRule>("feature-rules").known(
        `${contexts.current?.id ?? ""} ${featureNamed(filters.feature)}`,
        signal
      )
      return rules.filter((rule) => ruleHasParam(rule, filters.param, filters.value))
    }),
    everything$: $(async ({ filters, signal }: Asking<typeof RULE_FILTERS>): Promise<AllRows<ListedRule>> => {
      const { items, listing } = listedPage(
        await callIn(scope, "GET /api/manager/feature-rules", {
          query: { feature: featureNamed(filters.feature) },
          signal
        })
      )
      const rows = items.map(asListed).filter((rule) => ruleHasParam(rule, filters.param, filters.value))
      return { rows, stale: staleness(listing) }
    }),
    one$: $(async (id, signal): Promise<ListedRule> => {
      const feature = featureNamed(new URLSearchParams(location.search).get("feature"))
      const { items } = listedPage(
        await callIn(scope, "GET /api/manager/feature-rules", { query: { feature }, signal })
      )
      const match = items.find((rule) => rule.id === id)
      if (match === undefined)
        throw new ProblemError({
          status: 404,
          code: "not_found",
          title: "Not found",
          detail: "There is no such rule any more."
        })
      return asListed(match)
    }),
    empty: {
      icon: "list-checks",
      title: "No bucket yet",
      text: "One feature across all buckets of this account shows here."
    }
  })
  const live = useLiveRows("feature-rules", rules.table, "feature")
  return (
    <Listing listing={rules} panel={RulePanel} ownRefresh>
      <LiveLine q:slot="header" live={live} />
      <span q:slot="bulk" class="contents">
        <CopyRule
          listing={rules}
          contextId={contexts.current?.id ?? ""}
          feature={featureNamed(rules.table.url["feature"])}
        />
      </span>
    </Listing>
  )
})

export const head: DocumentHead = { title: "Feature rules" }
