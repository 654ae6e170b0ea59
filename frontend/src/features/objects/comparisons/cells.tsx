import { component$ } from "@builder.io/qwik"
import { Badge } from "~/components/ui/badge"
import { RUN_STATES } from "~/features/platform/runs/run"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { contextTextById } from "../bucket-pairs/target-context-field"
import { type ComparisonRow, comparedParts, comparisonTitle } from "./comparison"

interface Cell {
  readonly row: ComparisonRow
}

export const BucketsCell = component$<Cell>(({ row }) => (
  <span class="truncate font-medium">{comparisonTitle(row)}</span>
))

export const TargetCell = component$<Cell>(({ row }) => {
  const contexts = useExecutionContexts()
  return <span class="truncate">{contextTextById(contexts.list, row.target.context_id)}</span>
})

export const PartsCell = component$<Cell>(({ row }) => <>{comparedParts(row)}</>)

export const StateCell = component$<Cell>(({ row }) => (
  <Badge text={RUN_STATES[row.state].text} tone={RUN_STATES[row.state].tone} />
))
