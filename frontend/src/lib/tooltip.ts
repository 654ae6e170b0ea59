/** How long the pointer rests before it shows, and how long it may be on its way to the tooltip; the same for the focus; in milliseconds. */
const REST = 350
const LEAVE = 150
const FOCUSED = 80

/** What may be cut, or hides its words behind an icon. */
const CANDIDATES = "[title], [data-tip], .btn-icon[aria-label], .truncate, .begin-minor, .rt-cell, .rt-chip > button"

const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible"

/** The part of an element that is cut: itself, or the text within. */
const cutPart = (element: Element): Element | undefined => [element, ...element.querySelectorAll(".truncate, .rt-link, .rt-value")].find(isCut)

/** Browsers show a title by themselves, to pointers alone: it becomes ours. What only it named keeps its name. */
const takeTitle = (element: HTMLElement): void => {
  const title = element.getAttribute("title")
  if (title === null) return
  element.removeAttribute("title")
  element.dataset["tip"] = title
  if (!element.hasAttribute("aria-label") && element.textContent.trim() === "" && !element.matches("input, select, textarea")) element.setAttribute("aria-label", title)
}

/** What there is to say about an element; "" for nothing. */
export const tipOf = (element: HTMLElement): string => {
  takeTitle(element)
  const words = element.textContent.trim()
  const tip = element.dataset["tip"]
  if (tip !== undefined && tip !== "" && tip !== words) return tip
  if (element.matches(".btn-icon[aria-label]")) return element.getAttribute("aria-label") ?? ""
  const cut = cutPart(element)
  return cut === undefined ? "" : (cut as HTMLElement).innerText.trim()
}

const candidateOf = (target: EventTarget | null): HTMLElement | null => target instanceof Element ? target.closest<HTMLElement>(CANDIDATES) : null

/** The cell of a grid's active row whose text is cut: rows have no focus of their own. */
const cutCellOf = (grid: Element): HTMLElement | null => {
  const row = document.getElementById(grid.getAttribute("aria-activedescendant") ?? "")
  return [...row?.querySelectorAll<HTMLElement>(".rt-cell") ?? []].find((cell) => cutPart(cell) !== undefined) ?? null
}

const GAP = 6

const place = (tooltip: HTMLElement, anchor: Element): void => {
  const around = anchor.getBoundingClientRect()
  const { height, width } = tooltip.getBoundingClientRect()
  const below = around.bottom + GAP + height <= window.innerHeight
  tooltip.style.top = `${below ? around.bottom + GAP : Math.max(GAP, around.top - GAP - height)}px`
  tooltip.style.left = `${Math.max(GAP, Math.min(window.innerWidth - width - GAP, around.left + Math.min(around.width, 240) / 2 - width / 2))}px`
}

class Tooltip {
  private readonly element = document.createElement("div")
  private anchor: HTMLElement | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    Object.assign(this.element, { id: "tooltip", className: "tooltip", role: "tooltip", popover: "manual" })
    // it may be entered, so that its text can be read at leisure and selected
    this.element.addEventListener("pointerenter", () => clearTimeout(this.timer))
    this.element.addEventListener("pointerleave", () => this.later(null, LEAVE))
  }

  /** Shows what there is to say about an element, or nothing, after a while. */
  later(anchor: HTMLElement | null, wait: number): void {
    clearTimeout(this.timer)
    if (anchor !== null && anchor === this.anchor) return
    if (anchor === null && this.anchor === null) return
    this.timer = setTimeout(() => anchor === null ? this.hide() : this.show(anchor), wait)
  }

  show(anchor: HTMLElement): void {
    const text = anchor.isConnected ? tipOf(anchor) : ""
    this.hide()
    if (text === "") return
    this.anchor = anchor
    this.element.textContent = text
    // whatever stands outside of a modal dialog cannot be reached while it is open
    const host = anchor.closest("dialog[open]") ?? document.getElementById("tooltips") ?? document.body
    if (this.element.parentElement !== host) host.append(this.element)
    this.element.showPopover()
    place(this.element, anchor)
    const named = (anchor.getAttribute("aria-label") ?? anchor.textContent.trim()) === text
    if (!named && !anchor.hasAttribute("aria-describedby") && anchor.dataset["tip"] !== undefined) anchor.setAttribute("aria-describedby", this.element.id)
  }

  hide(): void {
    clearTimeout(this.timer)
    if (this.anchor?.getAttribute("aria-describedby") === this.element.id) this.anchor.removeAttribute("aria-describedby")
    this.anchor = null
    if (this.element.matches(":popover-open")) this.element.hidePopover()
  }

  has(target: EventTarget | null): boolean {
    return target instanceof Node && this.element.contains(target)
  }
}

/** Shows tooltips from now on, and begins with what `first` is about. */
export const showTooltips = (first: Event): void => {
  // somebody is there: what waits for that may begin
  document.dispatchEvent(new CustomEvent("stirred"))
  const tooltip = new Tooltip()
  const over = (event: Event) => {
    if (tooltip.has(event.target) || (event as PointerEvent).pointerType === "touch") return
    // the browser would show a title of its own before ours
    document.querySelectorAll<HTMLElement>(":hover[title]").forEach(takeTitle)
    const anchor = candidateOf(event.target)
    tooltip.later(anchor, anchor === null ? LEAVE : REST)
  }
  document.addEventListener("pointerover", over, { passive: true })
  document.addEventListener("focusin", (event) => {
    const target = candidateOf(event.target)
    tooltip.hide()
    // not at once: the focus may move because a popover opens, and no other may open meanwhile
    if (target !== null && target.matches(":focus-visible")) tooltip.later(target, FOCUSED)
  })
  document.addEventListener("focusout", () => tooltip.hide())
  document.addEventListener("pointerdown", (event) => { if (!tooltip.has(event.target)) tooltip.hide() }, { capture: true, passive: true })
  document.addEventListener("scroll", () => tooltip.hide(), { capture: true, passive: true })
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") tooltip.hide() }, { capture: true })
  document.addEventListener("keyup", (event) => {
    if (!(event.target instanceof Element) || !event.target.matches(".rt-grid") || !/^(Arrow|Home|End|Page|Tab)/.test(event.key)) return
    const cell = cutCellOf(event.target)
    if (cell === null) tooltip.hide()
    else tooltip.show(cell)
  })
  over(first)
}
