import { SqlError } from "effect/sql"

export const rootCauseText = (error: unknown): string => {
  if (error instanceof SqlError.SqlError) return rootCauseText(error.reason)
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? rootCauseText(error.cause) : error.message
}
