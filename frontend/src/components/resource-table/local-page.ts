import type { Row, TablePage, TableQuery } from "./types"

type Fields = Readonly<Record<string, unknown>>

const compare = (a: unknown, b: unknown): number => {
  if (a === b) return 0
  // What is not known comes last, however it is sorted: the caller flips only known values.
  if (a === null || a === undefined) return 1
  if (b === null || b === undefined) return -1
  return (a as string) < (b as string) ? -1 : 1
}

/** A page cut out of a listing that the API hands over whole: searched in `searchIn`, sorted, paged as a server would. */
export const localPage = <R extends Row>(rows: ReadonlyArray<R>, query: TableQuery, searchIn: ReadonlyArray<keyof R & string>): TablePage<R> => {
  const needle = query.search.trim().toLowerCase()
  const found = needle
    ? rows.filter((row) => searchIn.some((field) => String((row as Fields)[field] ?? "").toLowerCase().includes(needle)))
    : [...rows]
  const direction = query.sortDir === "desc" ? -1 : 1
  found.sort((a, b) => {
    const left = (a as Fields)[query.sortBy]
    const right = (b as Fields)[query.sortBy]
    const unknown = left === null || left === undefined || right === null || right === undefined
    return compare(left, right) * (unknown ? 1 : direction)
  })
  const start = (query.page - 1) * query.pageSize
  return { items: found.slice(start, start + query.pageSize), total: found.length }
}
