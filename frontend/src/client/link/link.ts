import { backoff } from "../backoff"
import { learnTime, serverNow } from "../server-clock"
import { isDown, linked, type LinkEvent, type LinkState, nextLink, retryAfter } from "./link-state"

let state = linked
let watched = false
let timer: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<(state: LinkState) => void>()

export const linkState = (): LinkState => state

export const subscribeToLink = (watch: (state: LinkState) => void): (() => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

const PROBE_TIMEOUT = 6000

const probe = async (): Promise<LinkEvent> => {
  const sentAt = Date.now()
  const { doubts } = state
  const missed = (reach: "offline" | "unreachable" | "restarting", least = 0): LinkEvent => ({
    type: "missed",
    at: Date.now(),
    reach,
    wait: Math.max(least, backoff(state.attempt))
  })
  try {
    const response = await fetch("/readyz", { cache: "no-store", signal: AbortSignal.timeout(PROBE_TIMEOUT) })
    if (isDown(response.status)) return missed("restarting", retryAfter(response.headers.get("retry-after")))
    learnTime(response, sentAt)
    return { type: "answered", at: serverNow(), doubts }
  } catch {
    return missed(navigator.onLine ? "unreachable" : "offline")
  }
}

export const publishLinkEvent = (event: LinkEvent): void => {
  if (!watched) return
  const before = state
  state = nextLink(before, event)
  if (state.nextTry !== before.nextTry) {
    clearTimeout(timer)
    if (state.nextTry !== null)
      timer = setTimeout(() => publishLinkEvent({ type: "woken" }), state.nextTry - Date.now())
  }
  if (state.probing && !before.probing) void probe().then(publishLinkEvent)
  for (const watch of watchers) watch(state)
}

export const isReachable = (): Promise<boolean> => {
  if (!watched) return Promise.resolve(true)
  publishLinkEvent({ type: "suspected" })
  return until(({ probing, reach }) => !probing || reach !== "online").then(({ reach }) => reach === "online")
}

const until = (wanted: (state: LinkState) => boolean, signal?: AbortSignal): Promise<LinkState> =>
  new Promise((resolve, reject) => {
    const checkState = (now: LinkState) => {
      if (!wanted(now)) return
      stop()
      resolve(now)
    }
    const abort = () => {
      stop()
      reject(signal?.reason)
    }
    const stop = () => {
      watchers.delete(checkState)
      signal?.removeEventListener("abort", abort)
    }
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener("abort", abort)
    watchers.add(checkState)
    checkState(state)
  })

export const untilSure = (signal?: AbortSignal): Promise<unknown> =>
  watched ? until(({ probing, reach }) => reach === "online" && !probing, signal) : Promise.resolve()

export const untilReachable = (signal?: AbortSignal): Promise<unknown> =>
  until(({ reach }) => reach === "online", signal)

/** True after a sign-in; false when the dialog is dismissed, if `ends`. */
export const untilSignedIn = (ends: boolean, signal?: AbortSignal): Promise<boolean> => {
  if (!watched) return Promise.resolve(false)
  publishLinkEvent({ type: "session-lost", insists: ends, busy: isTyping() })
  return until((now) => now.session === "open" || (ends && !now.asking), signal).then(
    ({ session }) => session === "open"
  )
}

let navigationCount = 0

/** False when a later call superseded this one: the last click wins. */
export const isLeader = async (): Promise<boolean> => {
  const mine = ++navigationCount
  await untilReachable()
  return mine === navigationCount
}

/** Also true for an open dialog: ours would take the next keys. */
const isTyping = (): boolean =>
  document.querySelector("dialog[open]") !== null ||
  (document.activeElement?.matches("input, textarea, select, [contenteditable]") ?? false)

const SILENCE_PROBE_AFTER = 60_000

export const startLink = (window: Window): (() => void) => {
  watched = true
  state = { ...linked, doubts: state.doubts, lastKnown: serverNow() }
  const wake = () => publishLinkEvent({ type: "woken" })
  const suspect = () => publishLinkEvent({ type: "suspected" })
  let doubts: ReturnType<typeof setTimeout> | undefined
  // Browsers report "offline" only once, and an open stream may stay silent: probe as long as the browser is offline.
  const doubt = (attempt = 0) => {
    clearTimeout(doubts)
    if (window.navigator.onLine) return
    suspect()
    doubts = setTimeout(doubt, backoff(attempt), attempt + 1)
  }
  const offline = () => doubt()
  const onVisible = () => {
    if (window.document.hidden) return
    if (serverNow() - (state.lastKnown ?? 0) > SILENCE_PROBE_AFTER) suspect()
    wake()
  }
  window.addEventListener("online", wake)
  window.addEventListener("offline", offline)
  window.addEventListener("focus", onVisible)
  window.document.addEventListener("visibilitychange", onVisible)
  doubt()
  return () => {
    watched = false
    clearTimeout(timer)
    clearTimeout(doubts)
    window.removeEventListener("online", wake)
    window.removeEventListener("offline", offline)
    window.removeEventListener("focus", onVisible)
    window.document.removeEventListener("visibilitychange", onVisible)
  }
}
