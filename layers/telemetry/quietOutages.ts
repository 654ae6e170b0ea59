import { Cause, Logger } from "effect"
import { isSqlError } from "effect/sql/SqlError"
import { LruCache } from "../memory/LruCache.ts"
import { rootCauseText } from "../postgres/rootCauseText.ts"

const QUIET_PERIOD_MILLIS = 1_000
const MAX_MESSAGES = 200

const outageOf = (failure: unknown): string | null => {
  if (isSqlError(failure)) return failure.isRetryable ? (rootCauseText(failure).split("\n")[0] ?? "") : null
  if (typeof failure !== "object" || failure === null || !("_tag" in failure) || failure._tag !== "Unavailable")
    return null
  return "detail" in failure ? String(failure.detail) : ""
}

const outageIn = (cause: Cause.Cause<unknown>): string | null => {
  const failures = cause.reasons
    .filter(({ _tag }) => _tag !== "Interrupt")
    .map((reason) =>
      outageOf(Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : null)
    )
  return failures.find((failure) => failure === null) === null ? null : (failures[0] ?? null)
}

export const quietOutages = (logger: Logger.Logger<unknown, void>): Logger.Logger<unknown, void> => {
  const lines = new LruCache<{ at: number; suppressed: number }>(MAX_MESSAGES)
  return Logger.make((entry) => {
    const outage = entry.cause.reasons.length === 0 ? null : outageIn(entry.cause)
    if (outage === null) return logger.log(entry)
    const message = Array.isArray(entry.message) ? entry.message.map(String).join(" ") : String(entry.message)
    const text = `${message}: ${outage}`
    const now = entry.date.getTime()
    const last = lines.get(text)
    // a clock set back must not silence the log
    if (last !== undefined && now >= last.at && now - last.at < QUIET_PERIOD_MILLIS) {
      last.suppressed += 1
      return
    }
    lines.set(text, { at: now, suppressed: 0 })
    const more = last === undefined || last.suppressed === 0 ? "" : ` (and ${last.suppressed} more since the last line)`
    return logger.log({ ...entry, message: `${text}${more}`, cause: Cause.empty })
  })
}
