import { TypeAhead } from "~/lib/type-ahead"

/** Only one menu is open at a time. */
const typeAhead = new TypeAhead()

const isTyping = (event: KeyboardEvent): boolean =>
  event.key.length === 1 &&
  event.key !== " " &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !(event.target as HTMLElement).matches("input, textarea")

export const step = (event: KeyboardEvent, menu: HTMLElement): void => {
  const items = [...menu.querySelectorAll<HTMLElement>(".menu-item:not([disabled])")]
  const here = items.indexOf(document.activeElement as HTMLElement)
  const to =
    { ArrowDown: here + 1, ArrowUp: here < 0 ? items.length - 1 : here - 1, Home: 0, End: items.length - 1 }[
      event.key
    ] ??
    (isTyping(event)
      ? typeAhead.next(
          event.key,
          event.timeStamp,
          items.map((item) => item.innerText),
          here
        )
      : undefined)
  if (to !== undefined) items[(to + items.length) % items.length]?.focus()
}
