import type { Column } from "./types"

export type ResizableColumn = Pick<Column, "key" | "format">

const MIN_WIDTH = 64
export const WIDEST = 960

/** Pixels: the longest text of the format plus padding. */
const MIN_TIME_WIDTHS: Readonly<Record<string, number>> = { ago: 132, date: 116, "date-time": 228 }

export const leastWidth = (column: Pick<ResizableColumn, "format">): number =>
  MIN_TIME_WIDTHS[column.format ?? ""] ?? MIN_WIDTH

export const fitted = (column: Pick<ResizableColumn, "format">, width: number): number =>
  Math.round(Math.max(leastWidth(column), Math.min(WIDEST, width)))

/** Omits invalid entries, as localStorage is untrusted. */
export const readWidths = (
  kept: string | null,
  columns: ReadonlyArray<ResizableColumn>
): Readonly<Record<string, number>> => {
  let parsed: unknown
  try {
    parsed = JSON.parse(kept ?? "{}")
  } catch {
    return {}
  }
  if (typeof parsed !== "object" || parsed === null) return {}
  const known = parsed as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    columns.flatMap((column) => {
      const width = Object.hasOwn(known, column.key) ? known[column.key] : undefined
      return typeof width === "number" && Number.isFinite(width) ? [[column.key, fitted(column, width)]] : []
    })
  )
}

export const rulesOf = (
  table: string,
  widths: Readonly<Record<string, number>>,
  columns: ReadonlyArray<ResizableColumn>
): string =>
  columns
    .flatMap((column) => {
      const width = widths[column.key]
      if (width === undefined) return []
      const selector = `[data-table=${JSON.stringify(table)}] [data-col=${JSON.stringify(column.key)}]`
      return [
        `@container rt (width >= 30rem) { ${selector} { flex: 0 ` +
          `${Object.hasOwn(MIN_TIME_WIDTHS, column.format ?? "") ? 0 : 1} ${width}px } }`
      ]
    })
    .join("\n")
