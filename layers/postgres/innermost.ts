import { SqlError } from "effect/sql"

/** Finds the root cause: "connect ECONNREFUSED 127.0.0.1:5432" says more than "Failed to connect". */
export const innermost = (error: unknown): string => {
  if (error instanceof SqlError.SqlError) return innermost(error.reason)
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? innermost(error.cause) : error.message
}
