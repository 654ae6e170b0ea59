/** A popover that closes late returns the focus to its button. */
const STABLE_FRAMES = 6

/** Retries for up to a second. `wanted` ends that when the user went elsewhere. */
export const focusWhenRendered = (
  element: () => HTMLElement | undefined,
  wanted: () => boolean,
  frames = 60,
  focusedFrames = 0
): void => {
  const target = element()
  const has = target !== undefined && document.activeElement === target
  if (!has && !wanted()) return
  if (!has) target?.focus({ preventScroll: true })
  const now = has ? focusedFrames + 1 : 0
  if (now < STABLE_FRAMES && frames > 0)
    requestAnimationFrame(() => focusWhenRendered(element, wanted, frames - 1, now))
}
