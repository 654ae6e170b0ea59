/** Leaves without unload prompts and never resolves. Without an address the page reloads. */
export const leavePage = (address?: string): Promise<never> => {
  window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true })
  document.body.replaceChildren()
  if (address === undefined) window.location.reload()
  else window.location.replace(address)
  return new Promise(() => undefined)
}
