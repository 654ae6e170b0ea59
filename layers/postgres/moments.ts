import { DateTime } from "effect"

/** A timestamp as the driver reads it. */
export const utc = (date: Date): DateTime.Utc => DateTime.fromDateUnsafe(date)
export const utcOrNull = (date: Date | null): DateTime.Utc | null => date === null ? null : utc(date)

/** A timestamp as its text, RFC 3339 in UTC with milliseconds, as `Date.toISOString` writes it. */
export const isoText = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
