/**
 * Leaves a page for good: what it shows goes at once, and no form of the one who is gone asks to be kept. Without an
 * address the page is loaded anew. Never resolves: nothing goes on after it.
 */
export const leave = (address?: string): Promise<never> => {
  window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true })
  document.body.replaceChildren()
  if (address === undefined) window.location.reload()
  else window.location.replace(address)
  return new Promise(() => undefined)
}
