import { valueAt } from "../resource-table/value-at"
import type { Filter } from "./filter"

/** Makes a search exact: it finds what is called so from the first letter to the last, in the same case, instead of what contains the text. */
export const EXACT_FILTER = {
  kind: "choice", name: "match", label: "Search", options: [{ value: "exact", label: "Exactly this" }]
} as const satisfies Filter

/** Whether one of these fields, or an element of one that is a list, is exactly the text. */
export const equalsExactly = (row: object, fields: ReadonlyArray<string>, text: string): boolean =>
  fields.some((field) => {
    const value = valueAt(row, field)
    return Array.isArray(value) ? value.includes(text) : value === text
  })
