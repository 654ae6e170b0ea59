/** `failed`: provisioning is retried. The row is deleted once clean-up is confirmed. */
export const accessStates = ["provisioning", "active", "failed", "cleanup_pending"] as const
export type AccessState = (typeof accessStates)[number]

export type AccessEvent = "confirmed" | "refused" | "wanted" | "ended"

/** State after an event; `gone`: delete the row. Clean-up is never cancelled. */
export const nextState = (state: AccessState, event: AccessEvent): AccessState | "gone" => {
  if (state === "cleanup_pending") return event === "confirmed" ? "gone" : state
  switch (event) {
    case "confirmed":
      return "active"
    case "refused":
      // a failed check does not make an active access worse
      return state === "active" ? "active" : "failed"
    case "wanted":
      return "provisioning"
    case "ended":
      return "cleanup_pending"
  }
}

const FIRST_DELAY_MS = 60_000
const MAX_DELAY_MS = 3_600_000

/** Delay in milliseconds after `tries` attempts: doubles from a minute to an hour, without end. */
export const retryAfter = (tries: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, Math.min(tries, 10) - 1), MAX_DELAY_MS)

export const orderedNames = (...lists: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  [...new Set(lists.flat())].filter((name) => name !== "")
