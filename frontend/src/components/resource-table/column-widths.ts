import type { Column } from "./types"

/** What of a column its width depends on. */
export type Sized = Pick<Column, "key" | "format">

/** Widths that a column may be given, in pixels. */
const LEAST = 64
export const WIDEST = 960

/** What a time needs so that none of it is ever cut, in pixels: the longest text of its format, and the room around it. */
const TIMES: Readonly<Record<string, number>> = { ago: 132, date: 116, "date-time": 228 }

export const leastWidth = (column: Pick<Sized, "format">): number => TIMES[column.format ?? ""] ?? LEAST

export const fitted = (column: Pick<Sized, "format">, width: number): number => Math.round(Math.max(leastWidth(column), Math.min(WIDEST, width)))

/** Widths by column, as a browser kept them: what is none is left out, as the storage is anybody's. */
export const readWidths = (kept: string | null, columns: ReadonlyArray<Sized>): Readonly<Record<string, number>> => {
  let parsed: unknown
  try {
    parsed = JSON.parse(kept ?? "{}")
  } catch {
    // somebody else wrote there: the columns have their own widths then
    return {}
  }
  if (typeof parsed !== "object" || parsed === null) return {}
  const known = parsed as Readonly<Record<string, unknown>>
  return Object.fromEntries(columns.flatMap((column) => {
    const width = Object.hasOwn(known, column.key) ? known[column.key] : undefined
    return typeof width === "number" && Number.isFinite(width) ? [[column.key, fitted(column, width)]] : []
  }))
}

/** The rules that give columns their widths. They shrink where there is no room for all, but for times; cards have none. */
export const rulesOf = (table: string, widths: Readonly<Record<string, number>>, columns: ReadonlyArray<Sized>): string =>
  columns.flatMap((column) => {
    const width = widths[column.key]
    if (width === undefined) return []
    const selector = `[data-table=${JSON.stringify(table)}] [data-col=${JSON.stringify(column.key)}]`
    return [`@container rt (width >= 30rem) { ${selector} { flex: 0 ${Object.hasOwn(TIMES, column.format ?? "") ? 0 : 1} ${width}px } }`]
  }).join("\n")
