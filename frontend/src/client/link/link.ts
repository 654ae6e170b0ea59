import { backoff } from "../backoff"
import { learnTime, serverNow } from "../server-clock"
import { isDown, linked, type LinkEvent, type LinkState, nextLink, retryAfter } from "./link-state"

// The link of this page to the service, one for all that asks. Before `startLink` nothing is watched, and nothing waits.

let state = linked
let watched = false
let timer: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<(state: LinkState) => void>()

export const linkState = (): LinkState => state

/** Calls with each state from now on; answers how to stop. */
export const watchLink = (watch: (state: LinkState) => void): (() => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

/** Longer than this takes no service that is there. In milliseconds. */
const PATIENCE = 6000

/** Asks the service whether it is there: any answer but "I cannot serve" says so. */
const probe = async (): Promise<LinkEvent> => {
  const sentAt = Date.now()
  const { doubts } = state
  const missed = (reach: "offline" | "unreachable" | "restarting", least = 0): LinkEvent =>
    ({ type: "missed", at: Date.now(), reach, wait: Math.max(least, backoff(state.attempt)) })
  try {
    const response = await fetch("/readyz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) })
    if (isDown(response.status)) return missed("restarting", retryAfter(response.headers.get("retry-after")))
    learnTime(response, sentAt)
    return { type: "answered", at: serverNow(), doubts }
  } catch {
    // No answer at all. Which of the two it is changes only what is said.
    return missed(navigator.onLine ? "unreachable" : "offline")
  }
}

export const tell = (event: LinkEvent): void => {
  if (!watched) return
  const before = state
  state = nextLink(before, event)
  if (state.nextTry !== before.nextTry) {
    clearTimeout(timer)
    if (state.nextTry !== null) timer = setTimeout(() => tell({ type: "woken" }), state.nextTry - Date.now())
  }
  if (state.probing && !before.probing) void probe().then(tell)
  for (const watch of watchers) watch(state)
}

/** A request failed as if nobody were there: answers whether somebody is, once that is known. */
export const isReachable = (): Promise<boolean> => {
  if (!watched) return Promise.resolve(true)
  tell({ type: "suspected" })
  return until(({ probing, reach }) => !probing || reach !== "online").then(({ reach }) => reach === "online")
}

/** Waits for a state. */
const until = (wanted: (state: LinkState) => boolean, signal?: AbortSignal): Promise<LinkState> =>
  new Promise((resolve, reject) => {
    const look = (now: LinkState) => {
      if (!wanted(now)) return
      stop()
      resolve(now)
    }
    const abort = () => {
      stop()
      reject(signal?.reason)
    }
    const stop = () => {
      watchers.delete(look)
      signal?.removeEventListener("abort", abort)
    }
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener("abort", abort)
    watchers.add(look)
    look(state)
  })

/** Waits while the service is in doubt or gone: who can wait asks it nothing meanwhile. Rejects as an aborted request does. */
export const untilSure = (signal?: AbortSignal): Promise<unknown> =>
  watched ? until(({ probing, reach }) => reach === "online" && !probing, signal) : Promise.resolve()

/** Waits until the service is there again. Rejects as an aborted request does. */
export const untilReachable = (signal?: AbortSignal): Promise<unknown> => until(({ reach }) => reach === "online", signal)

/** Waits until somebody is signed in again: true; or until the dialog was dismissed, where that `ends` the waiting: false. */
export const untilSignedIn = (ends: boolean, signal?: AbortSignal): Promise<boolean> => {
  if (!watched) return Promise.resolve(false)
  tell({ type: "session-lost", insists: ends, busy: isTyping() })
  return until((now) => now.session === "open" || (ends && !now.asking), signal).then(({ session }) => session === "open")
}

let turns = 0

/** Waits until the service is there; answers whether nothing else was asked for meanwhile: of many clicks the last one counts. */
export const isMyTurn = async (): Promise<boolean> => {
  const mine = ++turns
  await untilReachable()
  return mine === turns
}

/** Whether somebody writes at this moment, or has a dialog open: a question of our own would take the next keys. */
const isTyping = (): boolean =>
  document.querySelector("dialog[open]") !== null || (document.activeElement?.matches("input, textarea, select, [contenteditable]") ?? false)

/** A page that was out of sight asks again when it has not heard for this long. In milliseconds. */
const QUIET = 60_000

/** Watches the link from now on; answers how to stop. */
export const startLink = (window: Window): (() => void) => {
  watched = true
  state = { ...linked, doubts: state.doubts, lastKnown: serverNow() }
  const wake = () => tell({ type: "woken" })
  const suspect = () => tell({ type: "suspected" })
  let doubts: ReturnType<typeof setTimeout> | undefined
  // A browser says that the network is gone before its requests fail, or while a service on this machine goes on
  // answering; the event comes once, and an open stream may stay silent: so it is asked for as long as it says so.
  const doubt = (attempt = 0) => {
    clearTimeout(doubts)
    if (window.navigator.onLine) return
    suspect()
    doubts = setTimeout(doubt, backoff(attempt), attempt + 1)
  }
  const offline = () => doubt()
  const seen = () => {
    if (window.document.hidden) return
    if (serverNow() - (state.lastKnown ?? 0) > QUIET) suspect()
    wake()
  }
  window.addEventListener("online", wake)
  window.addEventListener("offline", offline)
  window.addEventListener("focus", seen)
  window.document.addEventListener("visibilitychange", seen)
  doubt()
  return () => {
    watched = false
    clearTimeout(timer)
    clearTimeout(doubts)
    window.removeEventListener("online", wake)
    window.removeEventListener("offline", offline)
    window.removeEventListener("focus", seen)
    window.document.removeEventListener("visibilitychange", seen)
  }
}
