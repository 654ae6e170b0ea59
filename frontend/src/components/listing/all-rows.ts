import { letThrough } from "../filters/let-through"
import type { Row, TablePage } from "../resource-table"
import { listQuery, sortOf } from "../resource-table/list-query"
import { type Listing, readPage } from "./use-listing"

/** Rows that one request of an export asks for: what one page may hold at most. */
const SIZE = 200

/** Every row that the listing's search and filters let through, in its order. `told` hears how many there are so far. */
export const allRows = async <R extends Row>(listing: Listing<R>, signal: AbortSignal, told: (rows: number) => void): Promise<ReadonlyArray<R>> => {
  const { table, whole } = listing
  if (whole.value) {
    const { by, dir } = sortOf(table)
    return whole.value.matching({ sort_by: by, sort_dir: dir, search: table.url.q }, letThrough(listing.options.filters ?? [], table.url, Date.now()))
  }
  // a row that another person adds meanwhile moves the rest by one: the same key is taken once
  const rows = new Map<string, R>()
  let cursor: string | null = null
  for (let page = 1, more = true; more; page++) {
    const answer: TablePage<R> = await readPage(listing, listQuery(table, page, cursor, SIZE), { signal, number: -1 })
    for (const row of answer.items) rows.set(String((row as Readonly<Record<string, unknown>>)[listing.options.rowKey]), row)
    told(rows.size)
    cursor = answer.next ?? null
    more = answer.total === null ? cursor !== null : page * SIZE < answer.total && answer.items.length > 0
  }
  return [...rows.values()]
}
