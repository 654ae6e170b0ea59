/**
 * The canonical form of an endpoint's address: trimmed, no trailing slash, scheme and host in lower case, no default
 * port. Null for what is no http(s) address, or carries a query, a fragment or credentials.
 */
export const normaliseEndpointUrl = (text: string): string | null => {
  const url = URL.parse(text.trim())
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") return null
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, "")}`
}
