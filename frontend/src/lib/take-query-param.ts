export const takeQueryParam = (name: string): string | null => {
  const url = new URL(window.location.href)
  const value = url.searchParams.get(name)
  if (value === null) return null
  url.searchParams.delete(name)
  history.replaceState(history.state, "", url)
  return value
}
