import type { Bucket } from "~/features/buckets/bucket"
import type { FeatureName } from "~/features/buckets/bucket-features/feature"
import { summaryBesideState, stateWord } from "../feature-states/feature-state"

export type Cells = NonNullable<Bucket["features"]>
export type Cell = NonNullable<Cells[FeatureName]>

/** Rows that are read again lack these. Browser only. */
const cellsByBucket = new Map<string, Cells>()

export const clearCells = (): void => cellsByBucket.clear()

export const storeCells = (name: string, cells: Cells): Cells => {
  const merged = { ...cellsByBucket.get(name), ...cells }
  cellsByBucket.set(name, merged)
  return merged
}

export const storedCells = (name: string): Cells | undefined => cellsByBucket.get(name)

export const cellText = (row: Bucket, feature: FeatureName): string => {
  const cell = row.features?.[feature] ?? storedCells(row.name)?.[feature]
  if (cell === undefined) return ""
  const more = cell.problem?.detail ?? summaryBesideState(cell.state, cell.summary)
  const { text } = stateWord(cell.state, cell.problem === null && cell.summary !== "")
  return more === "" ? text : `${text}: ${more}`
}
