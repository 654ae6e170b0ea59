import type { Columns } from "./columns"
import type { CursorQuery, ListQuery, OffsetQuery, Row } from "./types"

export const byCursor = (query: ListQuery): CursorQuery => {
  if ("limit" in query) return query
  throw new TypeError("This table was declared by number: it asks for pages")
}

const sortsBy = <R extends Row, S extends string>(
  columns: Columns<R, S>,
  query: OffsetQuery
): query is OffsetQuery<S> => columns.some((column) => column.sortable && column.key === query.sort_by)

export const byPage = <R extends Row, S extends string>(columns: Columns<R, S>, query: ListQuery): OffsetQuery<S> => {
  if ("page" in query && sortsBy(columns, query)) return query
  throw new TypeError("This table asks by cursor, or sorts by what is no column of it")
}
