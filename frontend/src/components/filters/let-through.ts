import { valueAt } from "../resource-table/value-at"
import { type Filter, leaves, textOf } from "./filter"

/** Which rows of a whole listing its filters let through. `now` in milliseconds. */
export const letThrough = (filters: ReadonlyArray<Filter>, url: Readonly<Record<string, string>>, now: number): ((row: object) => boolean) => {
  const asked = filters.map((filter) => [filter, textOf(filter, url)] as const).filter(([, text]) => text !== "")
  return (row) => asked.every(([filter, text]) => leaves(filter, text, now, (path) => valueAt(row, path)))
}
