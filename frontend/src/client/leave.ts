/**
 * Leaves the page without unload prompts and removes its content immediately. Without an address the page reloads.
 * Never resolves.
 */
export const leave = (address?: string): Promise<never> => {
  window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true })
  document.body.replaceChildren()
  if (address === undefined) window.location.reload()
  else window.location.replace(address)
  return new Promise(() => undefined)
}
