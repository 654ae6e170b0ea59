import type { Column, Row } from "./types"

/** Declares the columns of rows of one type. The table itself only knows that rows are objects. */
export const columns = <R extends Row>(declared: ReadonlyArray<Column<R>>): ReadonlyArray<Column> =>
  declared as unknown as ReadonlyArray<Column>

/** The columns that are shown: what was chosen, else all but the optional ones. */
export const shownColumns = (all: ReadonlyArray<Column>, hidden: Readonly<Record<string, boolean>>): ReadonlyArray<Column> =>
  all.filter((column) => !(hidden[column.key] ?? column.optional ?? false))

/** Classes of a column's cells and head: width, alignment, when it gives way. */
export const cellClass = (column: Column): Array<string> => [
  "rt-cell",
  column.width ? `rt-${column.width}` : "rt-m",
  column.numeric ? "rt-num" : "",
  column.priority && column.priority > 1 ? `rt-p${column.priority}` : ""
]
