import { serverNow } from "~/client/server-clock"
import { ago } from "./format"

/** How often a page looks whether a time reads differently now. In milliseconds. */
const EVERY = 10_000

/**
 * Brings every `Ago` below `root` up to date. It changes the text that is there, not the node: the renderer keeps its own
 * and compares what it last wrote, so both may write.
 */
export const tick = (root: ParentNode, now: number = serverNow()): void => {
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[data-ago]")) {
    const text = time.firstChild
    const said = ago(time.dateTime, now)
    if (text instanceof Text && said !== "" && text.data !== said) text.data = said
  }
}

/** The one clock of a page: ticks while the page is seen, and at once when it is seen again. Answers how to stop it. */
export const startClock = (document: Document): (() => void) => {
  let timer: ReturnType<typeof setInterval> | undefined
  const follow = () => {
    clearInterval(timer)
    if (document.hidden) return
    tick(document)
    timer = setInterval(() => tick(document), EVERY)
  }
  document.addEventListener("visibilitychange", follow)
  follow()
  return () => {
    clearInterval(timer)
    document.removeEventListener("visibilitychange", follow)
  }
}
