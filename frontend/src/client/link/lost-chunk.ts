import { isReachable, publishLinkEvent, untilReachable } from "./link"

const LOST_CHUNK_MESSAGE = /dynamically imported module|importing a module script failed/i

export const isLostChunk = (cause: unknown): boolean => cause instanceof Error && LOST_CHUNK_MESSAGE.test(cause.message)

const holdsInput = (document: Document): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("form input, form textarea")].some((field) =>
    field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue
  )

const RELOADED_KEY = "stowage:reloaded"
const NAVIGATION_TIMEOUT = 15_000
const RELOAD_LOOP_PERIOD = 60_000

const reloadOnce = (): boolean => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_KEY) ?? 0) < RELOAD_LOOP_PERIOD) return false
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
  window.location.reload()
  return true
}

declare global {
  var stowageWatched: (() => void) | undefined
}

/** Qwik emits `qerror` only from its loader and logs other failures, so the console is watched too. Reloads once. */
export const reloadOnLostChunk = (window: Window & typeof globalThis): (() => void) => {
  // `ssr/lost-scripts.tsx` does not know about unsaved input.
  window.stowageWatched?.()
  let noticed = false
  let leaving = false
  const onLeave = () => {
    leaving = true
  }
  const onChunkLost = async () => {
    if (noticed) return
    noticed = true
    if (!(await isReachable())) await untilReachable()
    // The router then loads the page as a document: a reload would replace that navigation.
    if (leaving) await new Promise((resolve) => setTimeout(resolve, NAVIGATION_TIMEOUT))
    if (holdsInput(window.document) || !reloadOnce()) publishLinkEvent({ type: "chunk-lost" })
  }
  const checkError = (cause: unknown) => {
    if (isLostChunk(cause)) void onChunkLost()
  }
  const rejected = (event: PromiseRejectionEvent) => checkError(event.reason)
  const refused = (event: Event) => checkError((event as CustomEvent<{ readonly error?: unknown }>).detail.error)
  const plain = window.console.error
  window.console.error = (...args) => {
    plain.apply(window.console, args)
    for (const one of args) checkError(one)
  }
  window.addEventListener("beforeunload", onLeave)
  window.addEventListener("unhandledrejection", rejected)
  window.document.addEventListener("qerror", refused)
  return () => {
    window.console.error = plain
    window.removeEventListener("beforeunload", onLeave)
    window.removeEventListener("unhandledrejection", rejected)
    window.document.removeEventListener("qerror", refused)
  }
}
