import { valueAt } from "../resource-table/value-at"
import { EXACT_FILTER, equalsExactly } from "./exact-filter"
import { type Filter, passesFilter, filterText } from "./filter"

export const rowPredicate = (
  filters: ReadonlyArray<Filter>,
  url: Readonly<Record<string, string>>,
  now: number,
  searchIn: ReadonlyArray<string> = []
): ((row: object) => boolean) => {
  const activeFilters = filters
    .map((filter) => [filter, filterText(filter, url)] as const)
    .filter(([, text]) => text !== "")
  const searched = (url["q"] ?? "").trim()
  const isExact = searched !== "" && activeFilters.some(([filter]) => filter.name === EXACT_FILTER.name)
  return (row) =>
    activeFilters.every(([filter, text]) => passesFilter(filter, text, now, (path) => valueAt(row, path))) &&
    (!isExact || equalsExactly(row, searchIn, searched))
}
