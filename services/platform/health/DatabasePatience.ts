import { Context, Duration } from "effect"

/**
 * How long a fiber waits for the database: once for a free connection, and once for the answer to each statement. What takes longer fails
 * as unavailable. Requests are given a short one; the rest, jobs above all, waits a little longer than the server works on a statement.
 */
export const DatabasePatience = Context.Reference<Duration.Duration>("stowage/services/platform/health/DatabasePatience", {
  defaultValue: () => Duration.seconds(31)
})
