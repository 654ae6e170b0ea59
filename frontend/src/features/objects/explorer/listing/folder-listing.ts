import { callIn } from "~/client/call"
import { byCursor, columns, type ListQuery, type TablePage } from "~/components/resource-table"
import type { BucketPlace } from "~/lib/bucket-place"
import { beforeKey } from "../../../../../../services/domain/objects/beforeKey.ts"
import { entriesOf, type Entry, sortEntries } from "./entries"
import { EntryCell } from "./entry-cell"

const COLUMNS = columns<Entry>([
  { key: "name", label: "Name", width: "name", priority: 1, cell: EntryCell },
  { key: "size_bytes", label: "Size", width: "s", priority: 1, numeric: true, format: "bytes" },
  { key: "storage_class", label: "Class", width: "s", priority: 3 },
  { key: "modified_at", label: "Modified", width: "m", priority: 2, format: "ago" }
])

export const ENTRY_TABLE = {
  noun: { one: "entry", many: "entries" },
  rowKey: "id",
  brief: true,
  searchLabel: "Names in this folder that begin with",
  columns: COLUMNS
}

export const SORTED_TABLE = {
  ...ENTRY_TABLE,
  columns: columns<Entry>(COLUMNS.map((column) => ({ ...column, sortable: true }) as typeof column))
}

export interface FolderRequest {
  readonly folder: string
  /** First name to list, or the place of a missing one; "" at the start. */
  readonly from?: string
}

export const readFolder = async (
  place: BucketPlace,
  { folder, from = "" }: FolderRequest,
  wanted: ListQuery,
  signal: AbortSignal
): Promise<TablePage<Entry>> => {
  const { cursor, limit, search } = byCursor(wanted)
  const start_after = from === "" || cursor !== undefined ? undefined : beforeKey(folder + from)
  const pageQuery = { prefix: folder + (search ?? ""), start_after, continuation_token: cursor, max_keys: limit }
  const page = await callIn(place, "GET /api/browser/buckets/:bucket_name/objects", { query: pageQuery, signal })
  return { items: entriesOf(page, folder), total: null, next: page.next_continuation_token }
}

/** Limit of entries read for a sort: gateways list by key alone. */
export const MAX_SORTED_ENTRIES = 10_000

export interface SortedOf {
  readonly rows: number
  readonly whole: boolean
}

export const readSorted = async (
  place: BucketPlace,
  request: FolderRequest,
  wanted: ListQuery,
  sort: string,
  signal: AbortSignal
): Promise<{ readonly page: TablePage<Entry>; readonly of: SortedOf }> => {
  const { search } = byCursor(wanted)
  const found: Array<Entry> = []
  let cursor: string | null = null
  do {
    const page: TablePage<Entry> = await readFolder(
      place,
      request,
      { limit: 1_000, ...(search === undefined ? {} : { search }), ...(cursor === null ? {} : { cursor }) },
      signal
    )
    found.push(...page.items)
    cursor = page.next ?? null
  } while (cursor !== null && found.length < MAX_SORTED_ENTRIES)
  return {
    page: { items: sortEntries(found, sort), total: null, next: null },
    of: { rows: found.length, whole: cursor === null }
  }
}
