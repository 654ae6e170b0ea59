import { Schema } from "effect"
import type { DomainError } from "../errors/Errors.ts"

export const ChangeOutcome = Schema.Literals(["success", "failure", "unknown"])
export type ChangeOutcome = typeof ChangeOutcome.Type

/** `never`: not sent. `refused`: not applied. `partial`: roll back. `unsure`: it may still be applied. */
export type CallEnding = "never" | "done" | "refused" | "partial" | "unsure"

export interface ChangeEvidence {
  readonly ending: CallEnding
  readonly before: boolean | null
  readonly now: boolean | null
  readonly isSettled: boolean
  readonly expired: boolean
}

/** State that changed since the call proves success; unchanged state after settling proves failure. */
export const changeOutcomeOf = ({
  before,
  ending,
  expired,
  now,
  isSettled
}: ChangeEvidence): ChangeOutcome | "open" => {
  const outcome = ((): ChangeOutcome | "open" => {
    switch (ending) {
      case "never":
      case "refused":
        return "failure"
      case "done":
        if (now !== false) return "success"
        return isSettled ? "failure" : "open"
      case "partial":
        if (now === null) return "open"
        return now ? "success" : "failure"
      case "unsure":
        if (now === null) return "open"
        if (!now) return isSettled ? "failure" : "open"
        return before === false ? "success" : "unknown"
    }
  })()
  return outcome === "open" && expired ? "unknown" : outcome
}

/** Statuses that refuse a request before any work is done. */
const refusals = (status: number | null) =>
  status !== null && ((status >= 400 && status < 500 && status !== 408 && status !== 429) || status === 501)

export const endingOf = (error: DomainError): CallEnding => {
  switch (error._tag) {
    case "StorageTimeout":
      return "unsure"
    case "StorageError":
      // a refused certificate ends the connection before anything is sent
      return refusals(error.storage_status) || error.storage_code === "CertificateRefused" ? "refused" : "unsure"
    default:
      return "refused"
  }
}
