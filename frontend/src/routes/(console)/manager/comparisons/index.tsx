import { $, component$, useSignal } from "@builder.io/qwik"
import { useScope } from "~/lib/scope"
import type { DocumentHead } from "@builder.io/qwik-city"
import { callIn } from "~/client/call"
import { useEditing } from "~/components/action"
import { type Asking, type CursorQuery, Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { useListRefresh } from "~/features/objects/bucket-pairs/use-list-refresh"
import { BucketsCell, PartsCell, StateCell, TargetCell } from "~/features/objects/comparisons/cells"
import { type ComparisonRow, isActive, comparedParts, comparisonTitle } from "~/features/objects/comparisons/comparison"
import { ComparisonPanel } from "~/features/objects/comparisons/comparison-panel"
import { StartComparisonDialog } from "~/features/objects/comparisons/start-dialog"
import { RUN_STATES } from "~/features/platform/runs/run"

const COLUMNS = columns<ComparisonRow>([
  {
    key: "source",
    label: "Buckets",
    width: "name",
    priority: 1,
    cell: BucketsCell,
    text$: $((row: ComparisonRow) => comparisonTitle(row))
  },
  {
    key: "target",
    label: "Target context",
    width: "l",
    priority: 3,
    cell: TargetCell,
    text$: $((row: ComparisonRow) => row.target.context_id)
  },
  {
    key: "content",
    label: "Compares",
    width: "l",
    priority: 4,
    cell: PartsCell,
    text$: $((row: ComparisonRow) => comparedParts(row))
  },
  {
    key: "state",
    label: "State",
    width: "m",
    priority: 1,
    cell: StateCell,
    text$: $((row: ComparisonRow) => RUN_STATES[row.state].text)
  },
  { key: "created_at", label: "Started", width: "s", priority: 2, format: "ago" }
])

export default component$(() => {
  const scope = useScope()
  const starting = useEditing<object>()
  const isRunning = useSignal(false)
  const comparisons = useListing(COLUMNS, {
    id: "comparisons",
    title: "Comparisons",
    noun: { one: "comparison", many: "comparisons" },
    rowKey: "id",
    sort: "-created_at",
    cursor$: $(async ({ cursor, limit }: CursorQuery, { signal }: Asking) => {
      const page = await callIn(scope, "GET /api/manager/bucket-comparisons", { query: { limit, cursor }, signal })
      if (cursor === undefined) isRunning.value = page.items.some(isActive)
      return page
    }),
    one$: $((id, signal) =>
      callIn(scope, "GET /api/manager/bucket-comparisons/:comparison_id", {
        params: { comparison_id: Number(id) },
        signal
      })
    ),
    begin: [{ intent: "create", label: "Compare buckets", icon: "plus", opens: starting }],
    empty: {
      icon: "columns-3",
      title: "No comparison yet",
      text: "Compare a bucket of this context with any other: object by object, and setting by setting."
    }
  })
  useListRefresh(comparisons, isRunning)
  return (
    <Listing listing={comparisons} panel={ComparisonPanel}>
      <StartComparisonDialog open={starting} listing={comparisons} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "Comparisons" }
