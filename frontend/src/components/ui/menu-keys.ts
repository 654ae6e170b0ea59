import { TypeAhead } from "~/lib/type-ahead"

/** One for all menus: only one is open at a time. */
const typeAhead = new TypeAhead()

/** A letter, outside of fields, where it belongs to the text. */
const isTyping = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey && !(event.target as HTMLElement).matches("input, textarea")

/** Moves within an open menu. In a file of its own, for nothing of it is needed before a key is pressed there. */
export const step = (event: KeyboardEvent, menu: HTMLElement): void => {
  const items = [...menu.querySelectorAll<HTMLElement>(".menu-item:not([disabled])")]
  const here = items.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: here + 1, ArrowUp: here < 0 ? items.length - 1 : here - 1, Home: 0, End: items.length - 1 }[event.key]
    ?? (isTyping(event) ? typeAhead.next(event.key, event.timeStamp, items.map((item) => item.innerText), here) : undefined)
  if (to !== undefined) items[(to + items.length) % items.length]?.focus()
}
