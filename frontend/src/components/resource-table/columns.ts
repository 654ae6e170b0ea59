import type { Column, Row } from "./types"

export type Columns<R extends Row, S extends string = string> = ReadonlyArray<Column> & {
  readonly "~of"?: { readonly row: R; readonly sort: S }
}

export const columns = <R extends Row, S extends string = string>(
  declared: ReadonlyArray<Column<R> & ({ readonly sortable?: false } | { readonly sortable: true; readonly key: S })>
): Columns<R, S> => declared as unknown as Columns<R, S>

export const sortableOf = (declared: ReadonlyArray<Column>): ReadonlyArray<string> =>
  declared.filter((column) => column.sortable).map((column) => column.key)

export const shownColumns = (
  all: ReadonlyArray<Column>,
  hidden: Readonly<Record<string, boolean>>
): ReadonlyArray<Column> => all.filter((column) => !(hidden[column.key] ?? column.optional ?? false))

export const cellClass = (column: Column): Array<string> => [
  "rt-cell",
  column.width ? `rt-${column.width}` : "rt-m",
  column.numeric ? "rt-num" : "",
  column.format === "ago" || column.format === "date" || column.format === "date-time" ? `rt-${column.format}` : "",
  column.priority && column.priority > 1 ? `rt-p${column.priority}` : ""
]
