import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { ProblemError } from "~/client/problem-error"
import { type Asking, Listing, type OffsetQuery, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { FeatureState } from "~/features/feature-columns/feature-state"
import { RULE_FILTERS, type Rule } from "~/features/feature-rules/rule"
import { RulePanel } from "~/features/feature-rules/rule-panel"
import { useExecutionContexts } from "~/lib/execution-contexts"

interface Cell {
  readonly row: Rule
}

const StateCell = component$<Cell>(({ row }) => <FeatureState state={row.state} />)
const SummaryCell = component$<Cell>(({ row }) => {
  const said = row.problem?.detail ?? row.summary
  return <span class="block truncate" title={said}>{said === "" ? "—" : said}</span>
})

const COLUMNS = columns<Rule, SortKey<"GET /api/manager/feature-rules">>([
  { key: "bucket", label: "Bucket", width: "m", priority: 1, sortable: true },
  { key: "rule", label: "Rule", width: "xs", priority: 3, numeric: true },
  { key: "state", label: "State", width: "s", priority: 1, sortable: true, cell: StateCell },
  { key: "summary", label: "What it says", width: "name", priority: 1, cell: SummaryCell, text$: $((row: Rule) => row.problem?.detail ?? row.summary) }
])

export default component$(() => {
  const contexts = useExecutionContexts()
  const rules = useListing(COLUMNS, {
    id: "feature-rules",
    title: "Feature rules",
    noun: { one: "rule", many: "rules" },
    rowKey: "id",
    sort: "bucket",
    search: "Search buckets and rules",
    filters: RULE_FILTERS,
    page$: $((query: OffsetQuery<SortKey<"GET /api/manager/feature-rules">>, { filters, signal }: Asking<typeof RULE_FILTERS>) => call("GET /api/manager/feature-rules", {
      query: {
        ...query, context_id: contexts.current?.id ?? "", feature: filters.feature ?? "lifecycle",
        ...(filters.state === null ? {} : { state: filters.state.join(",") }), ...(filters.param === null ? {} : { param: filters.param }),
        ...(filters.value === null ? {} : { param_value: filters.value })
      }, signal
    })),
    one$: $(async (id, signal) => {
      const feature = new URLSearchParams(location.search).get("feature") ?? "lifecycle"
      const { items } = await call("GET /api/manager/feature-rules", { query: { context_id: contexts.current?.id ?? "", feature: RULE_FILTERS[0].options.find(({ value }) => value === feature)?.value ?? "lifecycle" }, signal })
      const found = items.find((rule) => rule.id === id)
      if (found === undefined) throw new ProblemError({ status: 404, code: "not_found", title: "Not found", detail: "There is no such rule any more." })
      return found
    }),
    empty: { icon: "list-checks", title: "No bucket yet", text: "One feature across all buckets of this account shows here." }
  })
  return <Listing listing={rules} panel={RulePanel} scope={contexts.current?.id ?? null} />
})

export const head: DocumentHead = { title: "Feature rules" }
