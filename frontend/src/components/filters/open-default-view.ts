import { columnsText } from "../resource-table/columns-address"
import type { Table } from "../resource-table/use-resource-table"
import { readViews, stateOfView, type ViewKeys } from "./saved-views"

/** What of a table's address belongs to a view. */
export const viewKeys = (table: Table): ViewKeys => ({ q: "", sort: table.defaultSort, columns: "", ...table.filters })

/** What a view of the present keeps: also columns that only this browser knows of. */
export const saidNow = ({ state, url }: Table): Readonly<Record<string, string>> => ({ ...url, columns: columnsText(state.hiddenColumns) })

const placeOf = (table: Table): string => `stowage:views:${table.id}`

export const keptViews = (table: Table): ReturnType<typeof readViews> => readViews(localStorage.getItem(placeOf(table)))

export const keepViews = (table: Table, views: ReturnType<typeof readViews>): void => localStorage.setItem(placeOf(table), JSON.stringify(views))

/** A listing that is opened by its bare address opens with its default view. */
export const openDefaultView = (table: Table): void => {
  const said = new URLSearchParams(window.location.search)
  if (Object.keys(table.url).some((key) => said.has(key))) return
  const view = keptViews(table).find(({ initial }) => initial)
  if (view) Object.assign(table.url, stateOfView(viewKeys(table), view.search))
}
