/** Where an access stands; once its cleanup is confirmed, the row is gone. `failed`: a provisioning that is tried again. */
export const accessStates = ["provisioning", "active", "failed", "cleanup_pending"] as const
export type AccessState = (typeof accessStates)[number]

/**
 * - `confirmed`: the gateway shows it as it is wanted
 * - `refused`: a try came to nothing
 * - `wanted`: something else is wanted, or it is to be mended
 * - `ended`: it is to go
 */
export type AccessEvent = "confirmed" | "refused" | "wanted" | "ended"

/** Where it stands after that; `gone`: nothing is left of it. What is to go never comes back. */
export const nextState = (state: AccessState, event: AccessEvent): AccessState | "gone" => {
  if (state === "cleanup_pending") return event === "confirmed" ? "gone" : state
  switch (event) {
    case "confirmed":
      return "active"
    case "refused":
      // an access that stands and could not be asked about is no worse than it was
      return state === "active" ? "active" : "failed"
    case "wanted":
      return "provisioning"
    case "ended":
      return "cleanup_pending"
  }
}

const first = 60_000
const longest = 3_600_000

/** Milliseconds until the next try, after so many: a minute, twice as long each time, and an hour at most. It is never given up. */
export const retryAfter = (tries: number): number => Math.min(first * 2 ** Math.max(0, Math.min(tries, 10) - 1), longest)

/** Names once each, where they first stand, without empty ones. */
export const orderedNames = (...lists: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => [...new Set(lists.flat())].filter((name) => name !== "")
