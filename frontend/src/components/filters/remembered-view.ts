import type { Table } from "../resource-table/use-resource-table"
import { hasParametersInAddress, openDefaultView } from "./open-default-view"
import { searchOfView, stateOfView, type ViewKeys } from "./saved-views"

const placeOf = (table: Table): string => `stowage:view:${table.id}`

/** Filters and sort; the menu of columns stores the columns itself. */
const rememberedKeys = (table: Table): ViewKeys => ({ sort: table.defaultSort, ...table.filters })

export const rememberedText = (table: Table): string => searchOfView(rememberedKeys(table), table.url)

export const storeView = (table: Table, search: string): void => {
  if (search === "") localStorage.removeItem(placeOf(table))
  else localStorage.setItem(placeOf(table), search)
}

/** Restores the last filters and sort when the address has no parameters of the table; else opens the default view. */
export const restoreView = (table: Table): void => {
  const stored = localStorage.getItem(placeOf(table))
  if (stored === null || hasParametersInAddress(table)) openDefaultView(table)
  else Object.assign(table.url, stateOfView(rememberedKeys(table), stored))
}
