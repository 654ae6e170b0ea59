import { filterValues } from "../filters/filter"
import { rowPredicate } from "../filters/row-predicate"
import { type Column, matching, type Row } from "../resource-table"
import { listQuery, sortOf } from "../resource-table/list-query"
import { shownColumns } from "../resource-table/columns"
import { allPages, type AllRows } from "./all-pages"
import { type Listing, readPage } from "./use-listing"

const PAGE_SIZE = 200

export const exportedColumns = ({ columns, table }: Pick<Listing<Row>, "columns" | "table">): ReadonlyArray<Column> => {
  const shown = shownColumns(columns, table.state.hiddenColumns)
  return columns.filter((column) => column.readWhenShown !== true || shown.includes(column))
}

export const allRows = async <R extends Row>(
  listing: Listing<R>,
  signal: AbortSignal,
  onProgress: (rows: number) => void
): Promise<AllRows<R>> => {
  const {
    options: { filters = [] },
    source,
    table,
    whole
  } = listing
  if (whole.value) {
    const { by, dir } = sortOf(table)
    const query = { sort_by: by, sort_dir: dir, search: table.url.q }
    const passes = rowPredicate(filters, table.url, Date.now(), source.searchIn)
    if (!source.everything$) return { rows: await whole.value.matching(query, passes), stale: table.state.stale }
    const { rows, stale } = await source.everything$({
      signal,
      filters: filterValues(filters, table.url, Date.now())
    })
    return { rows: matching(rows.filter(passes), query, source.searchIn ?? []), stale }
  }
  const shown = exportedColumns(listing as unknown as Listing<Row>).map(({ key }) => key)
  return allPages(
    (page, cursor) => readPage(listing, listQuery(table, page, cursor, PAGE_SIZE), { signal, number: -1 }, shown),
    { onProgress, pageSize: PAGE_SIZE, rowKey: listing.options.rowKey }
  )
}
