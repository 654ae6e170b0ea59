import { SqlError } from "effect/sql"

/** Finds the root cause: "connect ECONNREFUSED 127.0.0.1:5432" says more than "Failed to connect". */
export const rootCauseText = (error: unknown): string => {
  if (error instanceof SqlError.SqlError) return rootCauseText(error.reason)
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? rootCauseText(error.cause) : error.message
}
