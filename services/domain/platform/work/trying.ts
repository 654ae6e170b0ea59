import { Duration } from "effect"
import { endingOf } from "../audit/GatewayChange.ts"
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
const pauseBefore = (attempts: number): Duration.Duration => Duration.seconds(Math.min(60, 5 * 3 ** attempts))

/** Beyond the time that a change takes to settle: leases of those who died lapse, and others may be looking at this moment. */
const finding = Duration.seconds(30)

/** Something of it may still come about at the gateway, or an earlier change is in the way of which that is so. */
const leftOpen = (error: DomainError): boolean => error._tag === "Conflict" || endingOf(error) === "unsure"

/**
 * When an item is tried again that failed with `error` after `attempts` earlier tries; null: it has failed for good. Past the last try
 * there is one more where something was left open, once that must have settled (`settling`): until then nobody can say what became of it,
 * and a try would only be refused for it.
 */
export const pauseAfter = (error: DomainError, attempts: number, settling: Duration.Duration): Duration.Duration | null => {
  if (!isPassing(error)) return null
  if (attempts + 1 < tries) return pauseBefore(attempts)
  return attempts + 1 === tries && leftOpen(error) ? Duration.sum(settling, finding) : null
}

/** Whether it is begun no more: it ended its process (`ended`: it came to an end each time, well or badly) as often as it may be tried. */
export const isGivenUp = (attempts: number, ended: boolean): boolean => !ended && attempts >= tries
