import type { Table } from "./use-resource-table"

export const clearFilters = (table: Pick<Table, "filters" | "url">): void => {
  table.url.q = ""
  for (const key of Object.keys(table.filters)) table.url[key] = ""
}
