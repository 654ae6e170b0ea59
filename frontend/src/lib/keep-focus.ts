/** An element and what is around it, from within. */
type Way = ReadonlyArray<Element>

/** Frames in which whoever took it away may say by themselves where the focus goes. */
const FRAMES = 3
const SHUT = "dialog:not([open]), [popover]:not(:popover-open)"
const OPEN = "dialog[open], [popover]:popover-open"
const CONTROLS = ":is(input, select, textarea, button, a[href]):not(:disabled)"

const wayOf = (element: Element): Way => {
  const way: Array<Element> = []
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) way.push(at)
  return way
}

const shown = (element: Element | null | undefined): HTMLElement | undefined =>
  element instanceof HTMLElement && element.isConnected && element.checkVisibility() ? element : undefined

/** Where keys go on within something that stayed: in what is open over the page its first control, else in its table, else at itself. */
const placeIn = (element: Element): HTMLElement | undefined => {
  if (element.matches(OPEN)) return shown(element.querySelector(`form ${CONTROLS}`) ?? element.querySelector(CONTROLS))
  return shown(element.querySelector("[role=grid]")) ?? (element.matches("[tabindex]") ? shown(element) : undefined)
}

/**
 * The focus is never lost (WCAG 2.4.3): what had it may be taken out of the page by what it did, or be out of use for a moment. Then it
 * goes to the nearest place around it that is still there, beginning at what opened a dialog that is over; what is in use again gets
 * it back. Whoever presses beside everything, or goes to another page, has left it. Answers how to stop that.
 */
export const keepFocus = (): (() => void) => {
  let way: Way = []
  let page = ""
  let looking = false
  const openers = new WeakMap<Element, Way>()
  const isAdrift = () => way.length > 0 && page === location.pathname && (document.activeElement === null || document.activeElement === document.body)

  const placeOf = (from: Way): HTMLElement | undefined => {
    for (const element of from) {
      if (element.isConnected && element.matches(SHUT)) return placeOf(openers.get(element) ?? from.slice(from.indexOf(element) + 1))
      const found = element === from[0] ? shown(element) : element.isConnected ? placeIn(element) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }
  const look = (frames: number): void => {
    looking = isAdrift()
    if (!looking) return
    if (frames > 0) return void requestAnimationFrame(() => look(frames - 1))
    looking = false
    const place = placeOf(way)
    // out of use for a moment: that it is in use again is told
    if (place?.matches(":disabled") === false) place.focus({ preventScroll: true })
  }
  const ended = new AbortController()
  const { signal } = ended
  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return
    const over = target.closest(OPEN)
    if (over !== null && way.length > 0 && !way.includes(over)) openers.set(over, way)
    way = wayOf(target)
    page = location.pathname
  }
  if (document.activeElement instanceof HTMLElement) way = wayOf(document.activeElement)
  page = location.pathname
  document.addEventListener("focusin", remember, { signal })
  document.addEventListener("pointerdown", () => { way = [] }, { signal, capture: true })
  const observer = new MutationObserver(() => { if (!looking && isAdrift()) look(FRAMES) })
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["disabled", "hidden", "open"] })
  signal.addEventListener("abort", () => observer.disconnect())
  return () => ended.abort()
}
