import { DateTime } from "effect"

/** A timestamp as the driver reads it. */
export const utc = (date: Date): DateTime.Utc => DateTime.fromDateUnsafe(date)
export const utcOrNull = (date: Date | null): DateTime.Utc | null => date === null ? null : utc(date)
