import { Schema } from "effect"
import type { DomainError } from "../errors/Errors.ts"

/** What became of a change of a gateway. */
export const ChangeOutcome = Schema.Literals(["success", "failure", "unknown"])
export type ChangeOutcome = typeof ChangeOutcome.Type

/**
 * How asking for a change ended, as far as whoever asked can tell.
 * - `never`: the gateway was not asked
 * - `done`: it said that it is done
 * - `refused`: it said, or the connection proves, that nothing was done
 * - `partial`: of several steps some were done, and a later one was refused: what was done is to be taken back
 * - `unsure`: no answer, or one that proves nothing: it may be done, or may still be done
 */
export type Ending = "never" | "done" | "refused" | "partial" | "unsure"

/** What is known of a change when its outcome is to be told. */
export interface ChangeEvidence {
  readonly ending: Ending
  /** Whether it was so before the gateway was asked; null: nobody looked. */
  readonly before: boolean | null
  /** Whether it is so now, as the gateway tells; null: it did not tell. */
  readonly now: boolean | null
  /** So long ago that nothing of it can be under way at the gateway any more. */
  readonly settled: boolean
  /** Nobody will ever know more: it is too long ago, or there is no way left to ask. */
  readonly expired: boolean
}

/**
 * The outcome that the evidence proves; `open` while it proves none. What is so now and was not so before was done; what
 * is not so once everything has settled was not; a plain refusal needs no look.
 */
export const outcomeOf = ({ before, ending, expired, now, settled }: ChangeEvidence): ChangeOutcome | "open" => {
  const proven = ((): ChangeOutcome | "open" => {
    switch (ending) {
      case "never":
      case "refused":
        return "failure"
      case "done":
        if (now !== false) return "success"
        return settled ? "failure" : "open"
      case "partial":
        if (now === null) return "open"
        return now ? "success" : "failure"
      case "unsure":
        if (now === null) return "open"
        if (!now) return settled ? "failure" : "open"
        return before === false ? "success" : "unknown"
    }
  })()
  return proven === "open" && expired ? "unknown" : proven
}

/** Refusals that come before the work: the same request would have been refused had it been repeated. */
const refusals = (status: number | null) => status !== null && ((status >= 400 && status < 500 && status !== 408 && status !== 429) || status === 501)

/** How a change ended that failed with this error. */
export const endingOf = (error: DomainError): Ending => {
  switch (error._tag) {
    case "StorageTimeout":
      return "unsure"
    case "StorageError":
      // a certificate that was not accepted ends the connection before anything is sent
      return refusals(error.storage_status) || error.storage_code === "CertificateRefused" ? "refused" : "unsure"
    // not reached, or not tried while its breaker is open
    case "Unavailable":
    default:
      return "refused"
  }
}
