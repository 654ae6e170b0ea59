import { decodeSort, type SortDirection } from "~/lib/url-state"
import type { ListQuery } from "./types"
import type { Table } from "./use-resource-table"

/** How a table is sorted: as its address says, where that names a column that sorts; else as it starts. */
export const sortOf = ({ defaultSort, sortable, url }: Pick<Table, "defaultSort" | "sortable" | "url">): { readonly by: string; readonly dir: SortDirection } => {
  const asked = decodeSort(url.sort)
  return sortable === null || sortable.includes(asked.by) ? asked : decodeSort(defaultSort)
}

/** What a table asks for: its page, search and sort in the words of the API. `cursor` is where the page starts, null for the first. */
export const listQuery = (table: Pick<Table, "defaultSort" | "paging" | "sortable" | "url">, page: number, cursor: string | null, size: number): ListQuery => {
  const text = table.url.q.trim()
  const search = text === "" ? {} : { search: text }
  if (table.paging === "cursor") return { limit: size, ...(cursor === null ? {} : { cursor }), ...search }
  const sort = sortOf(table)
  return { page, page_size: size, sort_by: sort.by, sort_dir: sort.dir, ...search }
}
