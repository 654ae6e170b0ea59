import { columnsText } from "../resource-table/columns-address"
import type { Table } from "../resource-table/use-resource-table"
import { readViews, stateOfView, type ViewKeys } from "./saved-views"

export const viewKeys = (table: Table): ViewKeys => ({ q: "", sort: table.defaultSort, columns: "", ...table.filters })

export const currentView = ({ state, url }: Table): Readonly<Record<string, string>> => ({
  ...url,
  columns: columnsText(state.hiddenColumns)
})

const placeOf = (table: Table): string => `stowage:views:${table.id}`

export const storedViews = (table: Table): ReturnType<typeof readViews> =>
  readViews(localStorage.getItem(placeOf(table)))

export const storeViews = (table: Table, views: ReturnType<typeof readViews>): void =>
  localStorage.setItem(placeOf(table), JSON.stringify(views))

export const hasParametersInAddress = (table: Table): boolean => {
  const parameters = new URLSearchParams(window.location.search)
  return Object.keys(table.url).some((key) => parameters.has(key))
}

export const openDefaultView = (table: Table): void => {
  if (hasParametersInAddress(table)) return
  const view = storedViews(table).find(({ initial }) => initial)
  if (view) Object.assign(table.url, stateOfView(viewKeys(table), view.search))
}
