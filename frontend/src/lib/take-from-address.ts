/** Reads a one-time parameter of the address (`?create=1`) and takes it out, so that a reload does not repeat it. */
export const takeFromAddress = (name: string): string | null => {
  const url = new URL(window.location.href)
  const value = url.searchParams.get(name)
  if (value === null) return null
  url.searchParams.delete(name)
  history.replaceState(history.state, "", url)
  return value
}
