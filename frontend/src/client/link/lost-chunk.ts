import { isReachable, tell, untilReachable } from "./link"

/** What Chromium, Firefox and WebKit say of a script that a page wanted and did not get. */
const LOST = /dynamically imported module|importing a module script failed/i

export const isLostChunk = (cause: unknown): boolean => cause instanceof Error && LOST.test(cause.message)

/** Something was typed into a form, and stands nowhere else yet. */
const holdsInput = (document: Document): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("form input, form textarea")].some((field) =>
    field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio") ? field.checked !== field.defaultChecked : field.value !== field.defaultValue)

const RELOADED = "stowage:reloaded"
/** How long a document that is on its way may take before this page is loaded anew after all. In milliseconds. */
const LEAVING = 15_000
/** A page that loses a script again this soon after it was loaded anew would be loaded for ever. In milliseconds. */
const AGAIN = 60_000

const reloadOnce = (): boolean => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < AGAIN) return false
  sessionStorage.setItem(RELOADED, String(Date.now()))
  window.location.reload()
  return true
}

declare global {
  var stowageWatched: (() => void) | undefined
}

/**
 * Notices that a script of this page cannot be had: another version of the console took its place, or the network broke.
 * Then the page is loaded anew, once, as soon as the service is there; where something was typed, or where that did not
 * help, it says so instead. Answers how to stop.
 *
 * Qwik says such a failure by a `qerror` event where its loader meets it, and everywhere else to the console alone: what a
 * render or a handler waits for is logged and dropped. So the console is listened to.
 */
export const watchChunks = (window: Window & typeof globalThis): (() => void) => {
  // from here on what was typed counts too: `ssr/lost-scripts.tsx` knew nothing of that
  window.stowageWatched?.()
  let noticed = false
  let leaving = false
  const left = () => { leaving = true }
  const lost = async () => {
    if (noticed) return
    noticed = true
    if (!(await isReachable())) await untilReachable()
    // the router loads a page as a document where its script is lost: loading this one would take the place of the one that was asked for
    if (leaving) await new Promise((resolve) => setTimeout(resolve, LEAVING))
    if (holdsInput(window.document) || !reloadOnce()) tell({ type: "chunk-lost" })
  }
  const look = (cause: unknown) => { if (isLostChunk(cause)) void lost() }
  const rejected = (event: PromiseRejectionEvent) => look(event.reason)
  const refused = (event: Event) => look((event as CustomEvent<{ readonly error?: unknown }>).detail.error)
  const plain = window.console.error
  window.console.error = (...said) => {
    plain.apply(window.console, said)
    for (const one of said) look(one)
  }
  window.addEventListener("beforeunload", left)
  window.addEventListener("unhandledrejection", rejected)
  window.document.addEventListener("qerror", refused)
  return () => {
    window.console.error = plain
    window.removeEventListener("beforeunload", left)
    window.removeEventListener("unhandledrejection", rejected)
    window.document.removeEventListener("qerror", refused)
  }
}
