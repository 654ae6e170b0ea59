import { DateTime } from "effect"

export const utc = (date: Date): DateTime.Utc => DateTime.fromDateUnsafe(date)
export const utcOrNull = (date: Date | null): DateTime.Utc | null => (date === null ? null : utc(date))

export const isoText = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
