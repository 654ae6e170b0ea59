type ElementPath = ReadonlyArray<Element>

const MAX_FRAMES = 3
const CLOSED = "dialog:not([open]), [popover]:not(:popover-open)"
const OPEN = "dialog[open], [popover]:popover-open"
const CONTROLS = ":is(input, select, textarea, button, a[href]):not(:disabled)"

const pathTo = (element: Element): ElementPath => {
  const path: Array<Element> = []
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) path.push(at)
  return path
}

const visibleElement = (element: Element | null | undefined): HTMLElement | undefined =>
  element instanceof HTMLElement && element.isConnected && element.checkVisibility() ? element : undefined

const placeIn = (element: Element): HTMLElement | undefined => {
  if (element.matches(OPEN))
    return visibleElement(element.querySelector(`form ${CONTROLS}`) ?? element.querySelector(CONTROLS))
  return (
    visibleElement(element.querySelector("[role=grid]")) ??
    (element.matches("[tabindex]") ? visibleElement(element) : undefined)
  )
}

/** WCAG 2.4.3: moves the focus of a removed or disabled element to its nearest remaining ancestor. */
export const retainFocus = (): (() => void) => {
  let path: ElementPath = []
  let page = ""
  let looking = false
  const openers = new WeakMap<Element, ElementPath>()
  const isAdrift = () =>
    path.length > 0 &&
    page === location.pathname &&
    (document.activeElement === null || document.activeElement === document.body)

  const placeOf = (from: ElementPath): HTMLElement | undefined => {
    for (const element of from) {
      if (element.isConnected && element.matches(CLOSED))
        return placeOf(openers.get(element) ?? from.slice(from.indexOf(element) + 1))
      const found = element === from[0] ? visibleElement(element) : element.isConnected ? placeIn(element) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }
  const restoreFocus = (frames: number): void => {
    looking = isAdrift()
    if (!looking) return
    if (frames > 0) return void requestAnimationFrame(() => restoreFocus(frames - 1))
    looking = false
    const place = placeOf(path)
    // The observer reports when it is enabled again.
    if (place?.matches(":disabled") === false) place.focus({ preventScroll: true })
  }
  const ended = new AbortController()
  const { signal } = ended
  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return
    const over = target.closest(OPEN)
    if (over !== null && path.length > 0 && !path.includes(over)) openers.set(over, path)
    path = pathTo(target)
    page = location.pathname
  }
  if (document.activeElement instanceof HTMLElement) path = pathTo(document.activeElement)
  page = location.pathname
  document.addEventListener("focusin", remember, { signal })
  document.addEventListener(
    "pointerdown",
    () => {
      path = []
    },
    { signal, capture: true }
  )
  const observer = new MutationObserver(() => {
    if (!looking && isAdrift()) restoreFocus(MAX_FRAMES)
  })
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["disabled", "hidden", "open"]
  })
  signal.addEventListener("abort", () => observer.disconnect())
  return () => ended.abort()
}
