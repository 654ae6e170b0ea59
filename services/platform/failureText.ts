import { Cause, Option, Predicate, Schema } from "effect"
import { DomainError } from "#domain/platform/errors/Errors.ts"

const isOurs = Schema.is(DomainError)

/** In our words: messages of databases, gateways and libraries may hold addresses or user data and stay in the log. */
export const failureText = (cause: Cause.Cause<unknown>): string => {
  const failure = Option.getOrElse(Cause.findErrorOption(cause), () => Cause.squash(cause))
  if (isOurs(failure)) return "detail" in failure ? `${failure.code}: ${failure.detail}` : failure.code
  if (Predicate.hasProperty(failure, "_tag") && failure._tag === "SqlError")
    return "unavailable: The database did not do what was asked of it"
  return `internal_error: ${failure instanceof Error ? failure.name : "unknown"}; the log has the rest`
}
