import { Duration } from "effect"
import { endingOf } from "../audit/GatewayChange.ts"
import type { DomainError } from "../errors/Errors.ts"

/** Maximum attempts per item, the first included. */
export const MAX_ATTEMPTS = 5

/** True for transient errors: gateway away, or a pending earlier change of the same entity. */
export const isTransient = (error: DomainError): boolean => {
  switch (error._tag) {
    case "StorageTimeout":
    case "Unavailable":
    case "RateLimited":
      return true
    case "StorageError":
      return error.storage_status === null
        ? error.storage_code !== "CertificateRefused"
        : error.storage_status >= 500 && error.storage_status !== 501
    case "Conflict":
      return error.code === "state_conflict"
    default:
      return false
  }
}

/** Backoff: 5, 15, 45, 60 seconds. */
const retryDelay = (attempts: number): Duration.Duration => Duration.seconds(Math.min(60, 5 * 3 ** attempts))

/** Margin beyond the settling time, for leases to lapse and concurrent checks to finish. */
const SETTLING_MARGIN = Duration.seconds(30)

/** True when the outcome is open: the change may still be applied, or an earlier one is pending. */
const hasOpenOutcome = (error: DomainError): boolean => error._tag === "Conflict" || endingOf(error) === "unsure"

/**
 * Delay before the next attempt; null: the item has failed. After the last attempt an item with open outcome gets one
 * more, once the outcome has settled; an earlier one would be refused.
 */
export const pauseAfter = (
  error: DomainError,
  attempts: number,
  settling: Duration.Duration
): Duration.Duration | null => {
  if (!isTransient(error)) return null
  if (attempts + 1 < MAX_ATTEMPTS) return retryDelay(attempts)
  return attempts + 1 === MAX_ATTEMPTS && hasOpenOutcome(error) ? Duration.sum(settling, SETTLING_MARGIN) : null
}

/**
 * True when the process died during the item as often as it may be attempted. `ended`: every attempt finished,
 * successfully or not.
 */
export const isOutOfAttempts = (attempts: number, ended: boolean): boolean => !ended && attempts >= MAX_ATTEMPTS
