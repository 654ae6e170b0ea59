import { Icon } from "~/components/ui/icon"
import type { Cell } from "./cells"
import { besideState, FeatureState } from "./feature-state"

/** How a feature stands in a row; what could not be read says why. An inline component. */
export const FeatureCell = (props: { readonly cell: Cell | undefined }) => {
  const { cell } = props
  if (cell === undefined) return <span class="text-ink-3">…</span>
  const said = cell.problem?.detail ?? besideState(cell.state, cell.summary)
  return (
    <span class="flex min-w-0 items-center gap-2" title={said}>
      <FeatureState state={cell.state} says={cell.problem === null && cell.summary !== ""} />
      {said !== "" && <span class="truncate text-ink-2">{cell.problem !== null && <Icon name="triangle-alert" class="mr-1 inline" />}{said}</span>}
    </span>
  )
}
