import { decodeSort, type SortDirection } from "~/lib/url-state"
import type { ListQuery } from "./types"
import type { Table } from "./use-resource-table"

export const sortOf = ({
  defaultSort,
  sortable,
  url
}: Pick<Table, "defaultSort" | "sortable" | "url">): { readonly by: string; readonly dir: SortDirection } => {
  const asked = decodeSort(url.sort)
  return sortable === null || sortable.includes(asked.by) ? asked : decodeSort(defaultSort)
}

export const listQuery = (
  table: Pick<Table, "defaultSort" | "paging" | "sortable" | "url">,
  page: number,
  cursor: string | null,
  size: number
): ListQuery => {
  const text = table.url.q.trim()
  const search = text === "" ? {} : { search: text }
  if (table.paging === "cursor") return { limit: size, ...(cursor === null ? {} : { cursor }), ...search }
  const sort = sortOf(table)
  return { page, page_size: size, sort_by: sort.by, sort_dir: sort.dir, ...search }
}
