import type { Column, Row } from "./types"

/** Columns of rows of one type, which may be sorted by some keys. The table itself only knows that rows are objects. */
export type Columns<R extends Row, S extends string = string> = ReadonlyArray<Column> & { readonly "~of"?: { readonly row: R; readonly sort: S } }

/** Declares the columns of rows of one type; those that sort have a key that the service sorts by. */
export const columns = <R extends Row, S extends string = string>(
  declared: ReadonlyArray<Column<R> & ({ readonly sortable?: false } | { readonly sortable: true; readonly key: S })>
): Columns<R, S> => declared as unknown as Columns<R, S>

/** The keys that rows may be sorted by. */
export const sortableOf = (declared: ReadonlyArray<Column>): ReadonlyArray<string> => declared.filter((column) => column.sortable).map((column) => column.key)

/** The columns that are shown: what was chosen, else all but the optional ones. */
export const shownColumns = (all: ReadonlyArray<Column>, hidden: Readonly<Record<string, boolean>>): ReadonlyArray<Column> =>
  all.filter((column) => !(hidden[column.key] ?? column.optional ?? false))

/** Classes of a column's cells and head: width, alignment, when it gives way. */
export const cellClass = (column: Column): Array<string> => [
  "rt-cell",
  column.width ? `rt-${column.width}` : "rt-m",
  column.numeric ? "rt-num" : "",
  column.format === "ago" || column.format === "date" || column.format === "date-time" ? `rt-${column.format}` : "",
  column.priority && column.priority > 1 ? `rt-p${column.priority}` : ""
]
