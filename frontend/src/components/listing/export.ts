import type { Plain } from "../../../../services/domain/platform/csv.ts"
import type { Column, Row } from "../resource-table/types"
import { valueAt } from "../resource-table/value-at"

export const plain = (value: unknown): Plain => {
  if (value === null || value === undefined) return null
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value
  return Array.isArray(value) ? value.map((item) => String(plain(item) ?? "")).join(" ") : JSON.stringify(value)
}

export const cellsOf = async (
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<Row>
): Promise<ReadonlyArray<ReadonlyArray<Plain>>> => {
  const texts = await Promise.all(columns.map((column) => column.text$?.resolve()))
  return rows.map((row) => columns.map((column, index) => texts[index]?.(row) ?? plain(valueAt(row, column.key))))
}

export const fileName = (title: string, format: "csv" | "json", now: Date): string =>
  `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-${now.toISOString().slice(0, 10)}.${format}`
