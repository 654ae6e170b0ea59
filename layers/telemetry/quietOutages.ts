import { Cause, Logger } from "effect"
import { isSqlError } from "effect/sql/SqlError"
import { Remembered } from "../memory/Remembered.ts"
import { innermost } from "../postgres/innermost.ts"

/** Milliseconds in which one message of an outage is written once. */
const quietPeriod = 1_000
/** Messages of outages that are remembered. */
const maxMessages = 200

/** The outage in one line; null where a failure is not an outage of something outside, or is a fault of ours. */
const outageOf = (failure: unknown): string | null => {
  if (isSqlError(failure)) return failure.isRetryable ? innermost(failure).split("\n")[0] ?? "" : null
  if (typeof failure !== "object" || failure === null || !("_tag" in failure) || failure._tag !== "Unavailable") return null
  return "detail" in failure ? String(failure.detail) : ""
}

/** The outage that a cause consists of; null where anything else failed. */
const outageIn = (cause: Cause.Cause<unknown>): string | null => {
  const failures = cause.reasons.filter(({ _tag }) => _tag !== "Interrupt").map((reason) => outageOf(Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : null))
  return failures.find((failure) => failure === null) === null ? null : failures[0] ?? null
}

/**
 * A logger that writes an outage as one line without a stack, and the same line once a second at most, with the number of those that were
 * left out: while a database is away, everything that needs it says so.
 */
export const quietOutages = (logger: Logger.Logger<unknown, void>): Logger.Logger<unknown, void> => {
  const lines = new Remembered<{ at: number; leftOut: number }>(maxMessages)
  return Logger.make((entry) => {
    const outage = entry.cause.reasons.length === 0 ? null : outageIn(entry.cause)
    if (outage === null) return logger.log(entry)
    const said = Array.isArray(entry.message) ? entry.message.map(String).join(" ") : String(entry.message)
    const text = `${said}: ${outage}`
    const now = entry.date.getTime()
    const last = lines.get(text)
    // a clock that was set back must not silence anything
    if (last !== undefined && now >= last.at && now - last.at < quietPeriod) {
      last.leftOut += 1
      return
    }
    lines.set(text, { at: now, leftOut: 0 })
    const more = last === undefined || last.leftOut === 0 ? "" : ` (and ${last.leftOut} more since the last line)`
    return logger.log({ ...entry, message: `${text}${more}`, cause: Cause.empty })
  })
}
