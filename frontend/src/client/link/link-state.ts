/** Where the service is: `restarting` answers, and says that it cannot serve (502, 503 or 504). */
export type Reach = "online" | "offline" | "unreachable" | "restarting"

/** What stands between a page and the service: the connection, and the session. Times in milliseconds since 1970. */
export interface LinkState {
  readonly reach: Reach
  /** When the service last answered; null: not since the page opened. */
  readonly lastKnown: number | null
  /** The service is being asked whether it is there. */
  readonly probing: boolean
  /** How often it came into doubt. */
  readonly doubts: number
  /** How often it was asked since it was lost. */
  readonly attempt: number
  /** When it is asked again; null: it is there, or is being asked now. */
  readonly nextTry: number | null
  readonly session: "open" | "lost"
  /** The sign-in dialog is shown. */
  readonly asking: boolean
  /** It was shown since the session was lost. */
  readonly asked: boolean
  /** A script of this page cannot be had: only loading it anew helps. */
  readonly broken: boolean
}

export type LinkEvent =
  /** An answer came, whatever it said. `doubts`: how often the service had come into doubt when it was asked for. */
  | { readonly type: "answered"; readonly at: number; readonly doubts: number }
  /** A request or stream ended as if nobody were there; or a page is looked at again that has not heard for a while. */
  | { readonly type: "suspected" }
  /** Nobody was there: `wait` is how long until the next try, in milliseconds. */
  | { readonly type: "missed"; readonly at: number; readonly reach: Exclude<Reach, "online">; readonly wait: number }
  /** The network came back, the page is looked at again, somebody asks to try now, or the wait is over. */
  | { readonly type: "woken" }
  /** A request was refused for lack of a session; `insists`: somebody pressed a button for it; `busy`: somebody writes. */
  | { readonly type: "session-lost"; readonly insists: boolean; readonly busy: boolean }
  | { readonly type: "asked" }
  | { readonly type: "dismissed" }
  /** Another page is shown: whoever wrote on the one before does so no more. */
  | { readonly type: "moved" }
  | { readonly type: "session-open" }
  | { readonly type: "chunk-lost" }

export const linked: LinkState = { reach: "online", lastKnown: null, probing: false, doubts: 0, attempt: 0, nextTry: null, session: "open", asking: false, asked: false, broken: false }

/** What comes of an event. Pure: waiting, asking and showing are done by whoever watches the state. */
export const nextLink = (state: LinkState, event: LinkEvent): LinkState => {
  switch (event.type) {
    case "answered":
      // what was asked for before the service came into doubt says nothing of it now: asking whether it is there goes on, once
      if (event.doubts < state.doubts && (state.probing || state.reach !== "online")) return { ...state, lastKnown: event.at }
      return { ...state, reach: "online", lastKnown: event.at, probing: false, attempt: 0, nextTry: null }
    case "suspected":
      // one failing request is a sign, ten are the same one; while it is known to be gone, the next try is planned already
      return state.reach === "online" && !state.probing ? { ...state, probing: true, doubts: state.doubts + 1 } : state
    case "missed":
      return { ...state, reach: event.reach, probing: false, attempt: state.attempt + 1, nextTry: event.at + event.wait }
    case "woken":
      return state.reach === "online" ? state : { ...state, probing: true, nextTry: null }
    case "session-lost":
      // what reads by itself asks once; who closed the dialog then has the banner
      return event.insists || (!state.asked && !event.busy) ? { ...state, session: "lost", asking: true, asked: true } : { ...state, session: "lost" }
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

/** Statuses with which something in front of the service, or the service itself, says that it cannot serve. */
export const isDown = (status: number): boolean => status === 502 || status === 503 || status === 504

/** Seconds of a `Retry-After`, as milliseconds, at most a minute; 0: it says none. */
export const retryAfter = (header: string | null): number => (header !== null && /^\d{1,6}$/.test(header) ? Math.min(60, Number(header)) * 1000 : 0)
