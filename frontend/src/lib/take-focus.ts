/**
 * Gives the focus to an element that has just come, and goes on for half a second while it does not take it: what is not drawn yet takes
 * none. `wanted` says whether it is still to have it, so that nobody who went elsewhere meanwhile is called back.
 */
export const takeFocus = (element: () => HTMLElement | undefined, wanted: () => boolean, frames = 30): void => {
  if (!wanted()) return
  const target = element()
  target?.focus({ preventScroll: true })
  if (document.activeElement !== target && frames > 0) requestAnimationFrame(() => takeFocus(element, wanted, frames - 1))
}
