import type { Table } from "../resource-table/use-resource-table"
import { hasParametersInAddress, openDefaultView } from "./open-default-view"
import { searchOfView, stateOfView, type ViewKeys } from "./saved-views"

const placeOf = (table: Table): string => `stowage:view:${table.id}`

const rememberedKeys = (table: Table): ViewKeys => ({ sort: table.defaultSort, ...table.filters })

export const rememberedText = (table: Table): string => searchOfView(rememberedKeys(table), table.url)

export const storeView = (table: Table, search: string): void => {
  if (search === "") localStorage.removeItem(placeOf(table))
  else localStorage.setItem(placeOf(table), search)
}

/** The address wins over the stored view. */
export const restoreView = (table: Table): void => {
  const stored = localStorage.getItem(placeOf(table))
  if (stored === null || hasParametersInAddress(table)) openDefaultView(table)
  else Object.assign(table.url, stateOfView(rememberedKeys(table), stored))
}
