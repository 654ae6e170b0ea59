import { Ago } from "~/components/ui/ago"
import { bytes, date, dateTime, int } from "~/lib/format"
import type { Column, Row } from "./types"
import { valueAt } from "./value-at"

export const CellText = ({ column, row }: { readonly column: Column; readonly row: Row }) => {
  const value = valueAt(row, column.key)
  if (value === null || value === undefined || value === "") return <span class="rt-none">{column.absent ?? "—"}</span>
  switch (column.format ?? "text") {
    case "int":
      return <>{int(Number(value))}</>
    case "bytes":
      return <>{bytes(Number(value))}</>
    case "ago":
      return <Ago at={String(value)} />
    case "date":
      return <>{date(String(value))}</>
    case "date-time":
      return <>{dateTime(String(value))}</>
    default:
      return <>{String(value)}</>
  }
}
