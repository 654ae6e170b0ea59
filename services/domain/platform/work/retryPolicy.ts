import { Duration } from "effect"
import { endingOf } from "../audit/GatewayChange.ts"
import type { DomainError } from "../errors/Errors.ts"

export const MAX_ATTEMPTS = 5

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

const retryDelay = (attempts: number): Duration.Duration => Duration.seconds(Math.min(60, 5 * 3 ** attempts))

/** Margin beyond the settling time, for leases to lapse and concurrent checks to finish. */
const SETTLING_MARGIN = Duration.seconds(30)

const hasOpenOutcome = (error: DomainError): boolean => error._tag === "Conflict" || endingOf(error) === "unsure"

/** Null: the item has failed. An item with open outcome gets one more attempt once the outcome has settled. */
export const retryPause = (
  error: DomainError,
  attempts: number,
  settling: Duration.Duration
): Duration.Duration | null => {
  if (!isTransient(error)) return null
  if (attempts + 1 < MAX_ATTEMPTS) return retryDelay(attempts)
  return attempts + 1 === MAX_ATTEMPTS && hasOpenOutcome(error) ? Duration.sum(settling, SETTLING_MARGIN) : null
}

export const isOutOfAttempts = (attempts: number, ended: boolean): boolean => !ended && attempts >= MAX_ATTEMPTS
