import { Icon } from "~/components/ui/icon"
import type { Cell } from "./cells"
import { summaryBesideState, FeatureState } from "../feature-states/feature-state"

export const FeatureCell = (props: { readonly cell: Cell | undefined }) => {
  const { cell } = props
  if (cell === undefined) return <span class="text-ink-3">…</span>
  const hint = cell.problem?.detail ?? summaryBesideState(cell.state, cell.summary)
  return (
    <span class="flex min-w-0 items-center gap-2" title={hint}>
      <FeatureState state={cell.state} hasSummary={cell.problem === null && cell.summary !== ""} />
      {hint !== "" && (
        <span class="truncate text-ink-2">
          {cell.problem !== null && <Icon name="triangle-alert" class="mr-1 inline" />}
          {hint}
        </span>
      )}
    </span>
  )
}
