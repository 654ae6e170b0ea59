import type { QRL } from "@builder.io/qwik"
import { columnsText } from "../resource-table/columns-address"
import type { Table } from "../resource-table/use-resource-table"
import { currentView, viewKeys } from "./open-default-view"
import { searchOfView, stateOfView } from "./saved-views"

export type ViewVisibility = "private" | "shared"
export type ViewQuery = Readonly<Record<string, string>>

export interface StoredView {
  readonly id: number
  readonly name: string
  readonly visibility: ViewVisibility
  readonly query: ViewQuery
  readonly left_out: ReadonlyArray<{ readonly part: string; readonly name: string }>
  readonly made_by: string | null
  readonly mine: boolean
  readonly may_change: boolean
  readonly version: number
}

/** View as it was read: a change is saved only if nobody has changed it since. */
export type StoredViewVersion = Pick<StoredView, "id" | "version">

export interface ViewChange {
  readonly name?: string
  readonly query?: ViewQuery
  readonly visibility?: ViewVisibility
}

export interface ViewStore {
  readonly list$: QRL<() => Promise<ReadonlyArray<StoredView>>>
  readonly create$: QRL<(view: Required<ViewChange>) => Promise<unknown>>
  readonly edit$: QRL<(view: StoredViewVersion, change: ViewChange) => Promise<unknown>>
  readonly remove$: QRL<(id: number) => Promise<unknown>>
}

export const presentQuery = (table: Table, columns: ReadonlyArray<string>): ViewQuery => {
  const hidden = Object.fromEntries(Object.entries(table.state.hiddenColumns).filter(([key]) => columns.includes(key)))
  const view = { ...currentView(table), columns: columnsText(hidden) }
  return Object.fromEntries(new URLSearchParams(searchOfView(viewKeys(table), view)))
}

export const stateOfQuery = (table: Table, query: ViewQuery): Readonly<Record<string, string>> =>
  stateOfView(viewKeys(table), new URLSearchParams(query).toString())

export const omittedPartsText = ({ left_out }: Pick<StoredView, "left_out">): string =>
  left_out.map(({ name, part }) => (part === "search" ? part : `${part} ${name}`)).join(", ")

export const saveView = (
  store: ViewStore,
  views: ReadonlyArray<StoredView>,
  view: Required<ViewChange>
): Promise<unknown> => {
  const same = views.find(
    ({ mine, name, visibility }) =>
      mine && visibility === view.visibility && name.toLowerCase() === view.name.toLowerCase()
  )
  return same === undefined ? store.create$(view) : store.edit$(same, { query: view.query })
}
