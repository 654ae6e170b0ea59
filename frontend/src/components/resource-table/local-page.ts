import type { OffsetQuery, Row, TablePage } from "./types"
import { valueAt } from "./value-at"

const compare = (a: unknown, b: unknown): number => {
  if (a === b) return 0
  if (a === null || a === undefined) return 1
  if (b === null || b === undefined) return -1
  return (a as string) < (b as string) ? -1 : 1
}

/** Same rules as the API: case-insensitive search, unknown values last. */
export const matching = <R extends Row>(
  rows: ReadonlyArray<R>,
  query: Omit<OffsetQuery, "page" | "page_size">,
  searchIn: ReadonlyArray<string>
): ReadonlyArray<R> => {
  const needle = (query.search ?? "").trim().toLowerCase()
  const found =
    needle === ""
      ? [...rows]
      : rows.filter((row) =>
          searchIn.some((field) =>
            String(valueAt(row, field) ?? "")
              .toLowerCase()
              .includes(needle)
          )
        )
  const direction = query.sort_dir === "desc" ? -1 : 1
  return found.sort((a, b) => {
    const left = valueAt(a, query.sort_by)
    const right = valueAt(b, query.sort_by)
    const unknown = left === null || left === undefined || right === null || right === undefined
    return compare(left, right) * (unknown ? 1 : direction)
  })
}

export const localPage = <R extends Row>(
  rows: ReadonlyArray<R>,
  query: OffsetQuery,
  searchIn: ReadonlyArray<string>
): TablePage<R> => {
  const found = matching(rows, query, searchIn)
  const start = (query.page - 1) * query.page_size
  return { items: found.slice(start, start + query.page_size), total: found.length }
}
