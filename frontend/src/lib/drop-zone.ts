interface DropHandlers {
  readonly over: (is: boolean) => void
  /** Read the transfer synchronously: browsers empty it afterwards. */
  readonly drop: (transfer: DataTransfer) => void
}

/** Blocks drops elsewhere, which would open the file in place of the page. Returns the function that ends it. */
export const dropZone = (target: HTMLElement, { drop, over }: DropHandlers): (() => void) => {
  const ended = new AbortController()
  const { signal } = ended
  // dragenter of a child fires before dragleave of the previous one.
  let depth = 0
  const on = (
    of: EventTarget,
    type: "dragenter" | "dragover" | "drop",
    onDrop: (transfer: DataTransfer) => void
  ): void =>
    of.addEventListener(
      type,
      (event) => {
        const { dataTransfer } = event as DragEvent
        if (dataTransfer?.types.includes("Files") !== true) return
        event.preventDefault()
        onDrop(dataTransfer)
      },
      { signal }
    )
  on(document, "dragover", () => undefined)
  on(document, "drop", () => undefined)
  on(target, "dragenter", () => {
    depth++
    over(true)
  })
  target.addEventListener(
    "dragleave",
    () => {
      depth = Math.max(0, depth - 1)
      if (depth === 0) over(false)
    },
    { signal }
  )
  on(target, "drop", (transfer) => {
    depth = 0
    over(false)
    drop(transfer)
  })
  return () => ended.abort()
}
