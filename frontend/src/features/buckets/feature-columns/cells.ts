import type { Bucket } from "~/features/buckets/bucket"
import type { FeatureName } from "~/features/buckets/bucket-features/feature"
import { besideState, stateWord } from "./feature-state"

export type Cells = NonNullable<Bucket["features"]>
export type Cell = NonNullable<Cells[FeatureName]>

/** What was read of the buckets of the context that is shown: rows that are read again have none of it. Only in the browser. */
const known = new Map<string, Cells>()

export const forgetCells = (): void => known.clear()

export const keepCells = (name: string, cells: Cells): Cells => {
  const merged = { ...known.get(name), ...cells }
  known.set(name, merged)
  return merged
}

export const cellsOf = (name: string): Cells | undefined => known.get(name)

/** A cell in an export: its state, and what is said of it. */
export const cellText = (row: Bucket, feature: FeatureName): string => {
  const cell = row.features?.[feature] ?? cellsOf(row.name)?.[feature]
  if (cell === undefined) return ""
  const more = cell.problem?.detail ?? besideState(cell.state, cell.summary)
  const { text } = stateWord(cell.state, cell.problem === null && cell.summary !== "")
  return more === "" ? text : `${text}: ${more}`
}
