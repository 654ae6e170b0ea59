/** What is known of how current something on a page is. Times in milliseconds since 1970. */
export interface Known {
  /** The stream of its changes: `none`: there is none, it is read when somebody asks. */
  readonly stream: "open" | "closed" | "none"
  /** When it was read at its source; null: not yet. */
  readonly readAt: number | null
  /** The last reading failed, and what is shown is older. */
  readonly stale: boolean
}

/** One claim, never two: what is live has no age, and what has an age is not live. */
export type Freshness = "unread" | "live" | "updated" | "stale" | "cut"

/** Longer ago than this, nobody calls a reading live, though its changes would be told. In milliseconds. */
export const LIVE_FOR = 120_000

/**
 * `live`: changes are told, and the source was read just now. `updated`: it was read at a time that is said. `stale`: the
 * source does not answer and is tried again. `cut`: changes are not told at the moment, and the stream is tried again.
 */
export const freshnessOf = ({ readAt, stale, stream }: Known, now: number): Freshness => {
  if (readAt === null) return "unread"
  if (stale) return "stale"
  if (stream === "closed") return "cut"
  return stream === "open" && now - readAt < LIVE_FOR ? "live" : "updated"
}
