export interface StreamState {
  readonly stream: "open" | "closed" | "none"
  readonly readAt: number | null
  readonly stale: boolean
}

export type Freshness = "unread" | "live" | "updated" | "stale" | "cut"

/** Milliseconds, even with an open stream. */
export const LIVE_FOR = 120_000

/** `live`: stream open and recently read. `stale`: the source does not answer. `cut`: the stream reconnects. */
export const freshnessOf = ({ readAt, stale, stream }: StreamState, now: number): Freshness => {
  if (readAt === null) return "unread"
  if (stale) return "stale"
  if (stream === "closed") return "cut"
  return stream === "open" && now - readAt < LIVE_FOR ? "live" : "updated"
}
