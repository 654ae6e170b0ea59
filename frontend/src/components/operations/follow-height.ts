export const publishDockHeight = (dock: HTMLElement): (() => void) => {
  const root = document.documentElement
  const sized = new ResizeObserver(() => root.style.setProperty("--dock-h", `${dock.offsetHeight}px`))
  sized.observe(dock)
  return () => {
    sized.disconnect()
    root.style.removeProperty("--dock-h")
  }
}
