export type Reach = "online" | "offline" | "unreachable" | "restarting"

/** Times in milliseconds since the epoch. */
export interface LinkState {
  readonly reach: Reach
  readonly lastKnown: number | null
  readonly probing: boolean
  readonly doubts: number
  readonly attempt: number
  readonly nextTry: number | null
  readonly session: "open" | "lost"
  readonly asking: boolean
  readonly asked: boolean
  readonly broken: boolean
}

export type LinkEvent =
  /** `doubts`: their number when the request was sent. */
  | { readonly type: "answered"; readonly at: number; readonly doubts: number }
  | { readonly type: "suspected" }
  | { readonly type: "missed"; readonly at: number; readonly reach: Exclude<Reach, "online">; readonly wait: number }
  | { readonly type: "woken" }
  /** `insists`: the user pressed a button; `busy`: the user is typing. */
  | { readonly type: "session-lost"; readonly insists: boolean; readonly busy: boolean }
  | { readonly type: "asked" }
  | { readonly type: "dismissed" }
  | { readonly type: "moved" }
  | { readonly type: "session-open" }
  | { readonly type: "chunk-lost" }

export const linked: LinkState = {
  reach: "online",
  lastKnown: null,
  probing: false,
  doubts: 0,
  attempt: 0,
  nextTry: null,
  session: "open",
  asking: false,
  asked: false,
  broken: false
}

export const nextLink = (state: LinkState, event: LinkEvent): LinkState => {
  switch (event.type) {
    case "answered":
      // Sent before the last doubt, so it does not prove that the service is reachable now.
      if (event.doubts < state.doubts && (state.probing || state.reach !== "online"))
        return { ...state, lastKnown: event.at }
      return { ...state, reach: "online", lastKnown: event.at, probing: false, attempt: 0, nextTry: null }
    case "suspected":
      // Several failures are one suspicion; when unreachable, the next attempt is scheduled.
      return state.reach === "online" && !state.probing ? { ...state, probing: true, doubts: state.doubts + 1 } : state
    case "missed":
      return {
        ...state,
        reach: event.reach,
        probing: false,
        attempt: state.attempt + 1,
        nextTry: event.at + event.wait
      }
    case "woken":
      return state.reach === "online" ? state : { ...state, probing: true, nextTry: null }
    case "session-lost":
      // Background reads prompt once; then the banner remains.
      return event.insists || (!state.asked && !event.busy)
        ? { ...state, session: "lost", asking: true, asked: true }
        : { ...state, session: "lost" }
    case "moved":
      return state.session === "lost" && !state.asked ? { ...state, asking: true, asked: true } : state
    case "asked":
      return state.session === "lost" ? { ...state, asking: true, asked: true } : state
    case "dismissed":
      return { ...state, asking: false }
    case "session-open":
      return { ...state, session: "open", asking: false, asked: false }
    case "chunk-lost":
      return { ...state, broken: true }
  }
}

export const isDown = (status: number): boolean => status === 502 || status === 503 || status === 504

/** Milliseconds, at most a minute; 0 when absent. */
export const retryAfter = (header: string | null): number =>
  header !== null && /^\d{1,6}$/.test(header) ? Math.min(60, Number(header)) * 1000 : 0
