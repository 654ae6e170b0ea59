import { Cause, Console, Effect, Option, Predicate } from "effect"
import { isSqlError } from "effect/sql/SqlError"
import { rootCauseText } from "#layers/postgres/rootCauseText.ts"

const OPERATOR_FAULTS = new Set([
  "ConfigurationInvalid",
  "DevelopmentKeysUnusable",
  "DatabaseUnavailable",
  "SchemaMismatch",
  "BackupRequired",
  "SandboxError",
  "EnvironmentEndpointsRefused",
  "CommandFailed",
  "CredentialUnreadable",
  "Conflict",
  "Forbidden",
  "InvalidInput"
])

/** An unreachable database is the operator's to fix; a refused statement is our defect. */
const databaseLine = (failure: unknown): string | null =>
  isSqlError(failure) && failure.isRetryable
    ? `the database cannot be used: ${rootCauseText(failure).split("\n")[0]}`
    : null

/** Empty: already reported. Null: a defect. */
const lineOf = (failure: unknown): string | null => {
  if (!Predicate.hasProperty(failure, "_tag") || !(failure instanceof Error)) return null
  if (OPERATOR_FAULTS.has(String(failure._tag))) {
    const text = Predicate.hasProperty(failure, "detail") ? String(failure.detail) : failure.message
    // empty for a command that reported its failure itself; any other empty message is a defect
    return text === "" && failure._tag !== "CommandFailed" ? null : text
  }
  if (failure._tag === "ShowHelp") return ""
  if (failure._tag === "SqlError") return databaseLine(failure)
  if (failure._tag === "ServeError") return addressMessage(failure, "the port", "HOST", "PORT")
  if (failure._tag === "SocketServerError")
    return addressMessage(failure, "the runner's port", "RUNNER_BIND", "RUNNER_PORT")
  return null
}

const addressMessage = (failure: Error, which: string, address: string, port: string): string => {
  const cause = failure.cause
  const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : ""
  if (code === "EADDRINUSE") return `${which} is taken by another program: set ${port} to a free one`
  if (code === "EACCES") return `this user may not listen on that port: set ${port} to one above 1023`
  if (code === "EADDRNOTAVAIL") return `no address of this machine: set ${address} to one that it has, such as 0.0.0.0`
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `no address is known for that name: set ${address} to an address of this machine, such as 0.0.0.0`
  return `cannot listen on ${address} and ${port}: ${cause instanceof Error ? cause.message : failure.message}`
}

export const report = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const failure = Option.getOrElse(Cause.findErrorOption(cause), () => Cause.squash(cause))
  const text = lineOf(failure)
  if (text === "") return Effect.void
  return Console.error(
    text === null
      ? Cause.pretty(cause)
      : text
          .split("\n")
          .map((part) => `stowage: ${part}`)
          .join("\n")
  )
}
