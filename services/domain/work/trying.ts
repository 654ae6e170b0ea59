import { Duration } from "effect"
import type { DomainError } from "../errors/Errors.ts"

/** How often an item is tried, the first time included. */
export const tries = 5

/** Trouble that passes by itself: a gateway that is away, or an earlier change of the same thing that has no outcome yet. */
export const isPassing = (error: DomainError): boolean => {
  switch (error._tag) {
    case "StorageTimeout":
    case "Unavailable":
    case "RateLimited":
      return true
    case "StorageError":
      return error.storage_status === null ? error.storage_code !== "CertificateRefused" : error.storage_status >= 500 && error.storage_status !== 501
    case "Conflict":
      return error.code === "state_conflict"
    default:
      return false
  }
}

/** How long it waits before it is tried once more: 5, 15, 45, 60 seconds. */
export const pauseBefore = (attempts: number): Duration.Duration => Duration.seconds(Math.min(60, 5 * 3 ** attempts))
