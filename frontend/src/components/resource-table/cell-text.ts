import { ago, bytes, date, dateTime, int } from "~/lib/format"
import type { Column, Row } from "./types"
import { valueAt } from "./value-at"

/** The text of a cell without a component of its own. */
export const cellText = (column: Column, row: Row): string => {
  const value = valueAt(row, column.key)
  if (value === null || value === undefined || value === "") return column.absent ?? "—"
  switch (column.format ?? "text") {
    case "int": return int(Number(value))
    case "bytes": return bytes(Number(value))
    case "ago": return ago(String(value))
    case "date": return date(String(value))
    case "date-time": return dateTime(String(value))
    default: return String(value)
  }
}
