import { component$ } from "@builder.io/qwik"
import { Badge } from "~/components/ui/badge"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { int } from "~/lib/format"
import { contextTextById } from "../bucket-pairs/target-context-field"
import { type Migration, MIGRATION_STATES, migrationTitle } from "./migration"

interface Cell {
  readonly row: Migration
}

export const BucketsCell = component$<Cell>(({ row }) => (
  <span class="truncate font-medium">{migrationTitle(row)}</span>
))

export const TargetCell = component$<Cell>(({ row }) => {
  const contexts = useExecutionContexts()
  return <span class="truncate">{contextTextById(contexts.list, row.draft.target_context_id)}</span>
})

export const StateCell = component$<Cell>(({ row }) => (
  <Badge text={MIGRATION_STATES[row.state].text} tone={MIGRATION_STATES[row.state].tone} />
))

export const progressText = ({ draft, run }: Migration): string =>
  run === null ? "—" : `${int(run.totals.completed)} of ${int(draft.buckets.length)}`

export const ProgressCell = component$<Cell>(({ row }) => <>{progressText(row)}</>)
