import type { Plain } from "../../../../services/domain/platform/csv.ts"
import { int } from "~/lib/format"
import type { ToastInput } from "~/lib/toasts"
import type { Column, Noun, Row, Staleness } from "../resource-table/types"
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
  return rows.map((row) =>
    columns.map((column, index) => texts[index]?.(row, column.key) ?? plain(valueAt(row, column.key)))
  )
}

/** `lastKnown`: the rows could not be read anew, which a file of rows alone would not show. */
export const fileName = (title: string, format: "csv" | "json", now: Date, lastKnown = false): string => {
  const subject = title.toLowerCase().replace(/[^a-z0-9]+/g, "-")
  return `${subject}-${now.toISOString().slice(0, 10)}${lastKnown ? "-last-known" : ""}.${format}`
}

export const exportedToast = (count: number, noun: Noun, name: string, stale: Staleness | null): ToastInput => {
  const text = `${int(count)} ${count === 1 ? noun.one : noun.many} written to ${name}`
  return stale === null ? { tone: "ok", text } : { tone: "danger", text, detail: stale.message }
}
