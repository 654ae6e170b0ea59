interface Heard {
  /** Whether files are over it. */
  readonly over: (is: boolean) => void
  /** Browsers empty the transfer right after: what is in it is asked for at once. */
  readonly drop: (transfer: DataTransfer) => void
}

/** Files may be dropped on an element, and nowhere else: one that misses it would be opened in place of the page. Answers how to end that. */
export const dropZone = (target: HTMLElement, { drop, over }: Heard): (() => void) => {
  const ended = new AbortController()
  const { signal } = ended
  // within it one leaves a child after one has entered the next
  let depth = 0
  const on = (of: EventTarget, type: "dragenter" | "dragover" | "drop", heard: (transfer: DataTransfer) => void): void => of.addEventListener(type, (event) => {
    const { dataTransfer } = event as DragEvent
    if (dataTransfer?.types.includes("Files") !== true) return
    event.preventDefault()
    heard(dataTransfer)
  }, { signal })
  on(document, "dragover", () => undefined)
  on(document, "drop", () => undefined)
  on(target, "dragenter", () => {
    depth++
    over(true)
  })
  target.addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1)
    if (depth === 0) over(false)
  }, { signal })
  on(target, "drop", (transfer) => {
    depth = 0
    over(false)
    drop(transfer)
  })
  return () => ended.abort()
}
