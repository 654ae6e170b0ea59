/** Frames for which it has to have the focus until nobody looks any more: a popover that closes late gives it back to its button. */
const KEPT = 6

/**
 * Gives the focus to an element that has just come, and goes on for up to a second while it does not take or keep it: what is not drawn yet
 * takes none. `wanted` says whether it is still to have it, so that nobody who went elsewhere meanwhile is called back.
 */
export const takeFocus = (element: () => HTMLElement | undefined, wanted: () => boolean, frames = 60, kept = 0): void => {
  const target = element()
  const has = target !== undefined && document.activeElement === target
  if (!has && !wanted()) return
  if (!has) target?.focus({ preventScroll: true })
  const now = has ? kept + 1 : 0
  if (now < KEPT && frames > 0) requestAnimationFrame(() => takeFocus(element, wanted, frames - 1, now))
}
