import { valueAt } from "../resource-table/value-at"
import type { Filter } from "./filter"

export const EXACT_FILTER = {
  kind: "choice",
  name: "match",
  label: "Search",
  options: [{ value: "exact", label: "Exactly this" }]
} as const satisfies Filter

export const equalsExactly = (row: object, fields: ReadonlyArray<string>, text: string): boolean =>
  fields.some((field) => {
    const value = valueAt(row, field)
    return Array.isArray(value) ? value.includes(text) : value === text
  })
