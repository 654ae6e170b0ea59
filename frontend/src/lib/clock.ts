import { serverNow } from "~/client/server-clock"
import { ago } from "./format"

const UPDATE_INTERVAL = 10_000

/** Changes the text of the existing node, as the renderer retains the node and compares its last value. */
export const tick = (root: ParentNode, now: number = serverNow()): void => {
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[data-ago]")) {
    const text = time.firstChild
    const age = ago(time.dateTime, now)
    if (text instanceof Text && age !== "" && text.data !== age) text.data = age
  }
}

export const startClock = (document: Document): (() => void) => {
  let timer: ReturnType<typeof setInterval> | undefined
  const follow = () => {
    clearInterval(timer)
    if (document.hidden) return
    tick(document)
    timer = setInterval(() => tick(document), UPDATE_INTERVAL)
  }
  document.addEventListener("visibilitychange", follow)
  follow()
  return () => {
    clearInterval(timer)
    document.removeEventListener("visibilitychange", follow)
  }
}
