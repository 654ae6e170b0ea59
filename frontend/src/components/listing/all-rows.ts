import { chosenFilters } from "../filters/filter"
import { letThrough } from "../filters/let-through"
import { type Column, matching, type Row, type TablePage } from "../resource-table"
import { listQuery, sortOf } from "../resource-table/list-query"
import { shownColumns } from "../resource-table/columns"
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
): Promise<ReadonlyArray<R>> => {
  const {
    options: { filters = [] },
    source,
    table,
    whole
  } = listing
  if (whole.value) {
    const { by, dir } = sortOf(table)
    const query = { sort_by: by, sort_dir: dir, search: table.url.q }
    const passes = letThrough(filters, table.url, Date.now(), source.searchIn)
    if (!source.everything$) return whole.value.matching(query, passes)
    const rows = await source.everything$({ signal, filters: chosenFilters(filters, table.url, Date.now()) as never })
    return matching(rows.filter(passes), query, source.searchIn ?? [])
  }
  // A row created meanwhile shifts the others: take each key once.
  const rows = new Map<string, R>()
  const shown = exportedColumns(listing as unknown as Listing<Row>).map(({ key }) => key)
  let cursor: string | null = null
  for (let page = 1, more = true; more; page++) {
    const answer: TablePage<R> = await readPage(
      listing,
      listQuery(table, page, cursor, PAGE_SIZE),
      { signal, number: -1 },
      shown
    )
    for (const row of answer.items)
      rows.set(String((row as Readonly<Record<string, unknown>>)[listing.options.rowKey]), row)
    onProgress(rows.size)
    cursor = answer.next ?? null
    more = answer.total === null ? cursor !== null : page * PAGE_SIZE < answer.total && answer.items.length > 0
  }
  return [...rows.values()]
}
