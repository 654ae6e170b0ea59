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

/** Opens the default view when the address has no parameters. */
export const openDefaultView = (table: Table): void => {
  const said = new URLSearchParams(window.location.search)
  if (Object.keys(table.url).some((key) => said.has(key))) return
  const view = storedViews(table).find(({ initial }) => initial)
  if (view) Object.assign(table.url, stateOfView(viewKeys(table), view.search))
}
