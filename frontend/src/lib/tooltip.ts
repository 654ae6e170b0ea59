/** Milliseconds; hiding waits while the pointer moves to the tooltip. */
const SHOW_DELAY = 350
const HIDE_DELAY = 150
const FOCUS_DELAY = 80

const CANDIDATES = "[title], [data-tip], .btn-icon[aria-label], .truncate, .begin-minor, .rt-cell, .rt-chip > button"

const isCut = (element: Element): boolean =>
  element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible"

const cutPart = (element: Element): Element | undefined =>
  [element, ...element.querySelectorAll(".truncate, .rt-link, .rt-value")].find(isCut)

/** Only pointers get the browser's title tooltip; the title stays as the accessible name where it is the only one. */
const takeTitle = (element: HTMLElement): void => {
  const title = element.getAttribute("title")
  if (title === null) return
  element.removeAttribute("title")
  element.dataset["tip"] = title
  if (
    !element.hasAttribute("aria-label") &&
    element.textContent.trim() === "" &&
    !element.matches("input, select, textarea")
  )
    element.setAttribute("aria-label", title)
}

export const tooltipText = (element: HTMLElement): string => {
  takeTitle(element)
  const words = element.textContent.trim()
  const tip = element.dataset["tip"]
  if (tip !== undefined && tip !== "" && tip !== words) return tip
  if (element.matches(".btn-icon[aria-label]")) return element.getAttribute("aria-label") ?? ""
  const cut = cutPart(element)
  return cut === undefined ? "" : (cut as HTMLElement).innerText.trim()
}

const candidateOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(CANDIDATES) : null

const cutCellOf = (grid: Element): HTMLElement | null => {
  const row = document.getElementById(grid.getAttribute("aria-activedescendant") ?? "")
  return [...(row?.querySelectorAll<HTMLElement>(".rt-cell") ?? [])].find((cell) => cutPart(cell) !== undefined) ?? null
}

const GAP = 6

const place = (tooltip: HTMLElement, anchor: Element): void => {
  const around = anchor.getBoundingClientRect()
  const { height, width } = tooltip.getBoundingClientRect()
  const below = around.bottom + GAP + height <= window.innerHeight
  tooltip.style.top = `${below ? around.bottom + GAP : Math.max(GAP, around.top - GAP - height)}px`
  const centered = around.left + Math.min(around.width, 240) / 2 - width / 2
  tooltip.style.left = `${Math.max(GAP, Math.min(window.innerWidth - width - GAP, centered))}px`
}

const hasOpenMenu = (anchor: HTMLElement): boolean =>
  anchor instanceof HTMLButtonElement && anchor.popoverTargetElement?.matches(":popover-open") === true

class Tooltip {
  private readonly element = document.createElement("div")
  private anchor: HTMLElement | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    Object.assign(this.element, { id: "tooltip", className: "tooltip", role: "tooltip", popover: "manual" })
    // The pointer may enter the tooltip, to select text.
    this.element.addEventListener("pointerenter", () => clearTimeout(this.timer))
    this.element.addEventListener("pointerleave", () => this.later(null, HIDE_DELAY))
  }

  later(anchor: HTMLElement | null, wait: number): void {
    clearTimeout(this.timer)
    if (anchor !== null && anchor === this.anchor) return
    if (anchor === null && this.anchor === null) return
    this.timer = setTimeout(() => (anchor === null ? this.hide() : this.show(anchor)), wait)
  }

  show(anchor: HTMLElement): void {
    const text = anchor.isConnected ? tooltipText(anchor) : ""
    this.hide()
    if (text === "" || hasOpenMenu(anchor)) return
    this.anchor = anchor
    this.element.textContent = text
    // Elements outside of an open modal dialog are inert.
    const host = anchor.closest("dialog[open]") ?? document.getElementById("tooltips") ?? document.body
    if (this.element.parentElement !== host) host.append(this.element)
    this.element.showPopover()
    place(this.element, anchor)
    const named = (anchor.getAttribute("aria-label") ?? anchor.textContent.trim()) === text
    if (!named && !anchor.hasAttribute("aria-describedby") && anchor.dataset["tip"] !== undefined)
      anchor.setAttribute("aria-describedby", this.element.id)
  }

  hide(): void {
    clearTimeout(this.timer)
    if (this.anchor?.getAttribute("aria-describedby") === this.element.id)
      this.anchor.removeAttribute("aria-describedby")
    this.anchor = null
    if (this.element.matches(":popover-open")) this.element.hidePopover()
  }

  has(target: EventTarget | null): boolean {
    return target instanceof Node && this.element.contains(target)
  }
}

export const showTooltips = (first: Event): void => {
  document.dispatchEvent(new CustomEvent("stirred"))
  const tooltip = new Tooltip()
  let pressedAt = ""
  const positionOf = (event: Event) => `${(event as PointerEvent).screenX} ${(event as PointerEvent).screenY}`
  const over = (event: Event) => {
    if (tooltip.has(event.target) || (event as PointerEvent).pointerType === "touch") return
    // What a click renders below the resting pointer was not pointed at, and its tooltip would cover what is beside it.
    if (positionOf(event) === pressedAt) return
    // The browser would show its own tooltip first.
    document.querySelectorAll<HTMLElement>(":hover[title]").forEach(takeTitle)
    const anchor = candidateOf(event.target)
    tooltip.later(anchor, anchor === null ? HIDE_DELAY : SHOW_DELAY)
  }
  document.addEventListener("pointerover", over, { passive: true })
  document.addEventListener("focusin", (event) => {
    const target = candidateOf(event.target)
    tooltip.hide()
    // An opening popover moves the focus, and no other may open meanwhile.
    if (target?.matches(":focus-visible")) tooltip.later(target, FOCUS_DELAY)
  })
  document.addEventListener("focusout", () => tooltip.hide())
  document.addEventListener(
    "pointerdown",
    (event) => {
      pressedAt = positionOf(event)
      if (!tooltip.has(event.target)) tooltip.hide()
    },
    { capture: true, passive: true }
  )
  document.addEventListener("scroll", () => tooltip.hide(), { capture: true, passive: true })
  window.addEventListener("resize", () => tooltip.hide(), { passive: true })
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") tooltip.hide()
    },
    { capture: true }
  )
  document.addEventListener("keyup", (event) => {
    if (
      !(event.target instanceof Element) ||
      !event.target.matches(".rt-grid") ||
      !/^(Arrow|Home|End|Page|Tab)/.test(event.key)
    )
      return
    const cell = cutCellOf(event.target)
    if (cell === null) tooltip.hide()
    else tooltip.show(cell)
  })
  over(first)
}
