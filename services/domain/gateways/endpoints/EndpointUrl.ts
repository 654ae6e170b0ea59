import { Schema } from "effect"
import { WrittenAddress } from "../../platform/Text.ts"

/** URL parsers drop tabs and line breaks and turn backslashes into slashes: what people read would not be where we go. */
const misleading = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/

/** Hosts that are link-local addresses, as URL parsers write them: clouds answer with credentials there, and no gateway does. */
const linkLocal = /^(169\.254\.|\[fe[89ab]|\[::ffff:a9fe:)/

/**
 * The canonical form of an endpoint's address: trimmed, no trailing slash, scheme and host in lower case, no default
 * port. Null for what is no http(s) address, carries a query, a fragment or credentials, is link-local, or reads otherwise than it is.
 */
export const normaliseEndpointUrl = (text: string): string | null => {
  const trimmed = text.trim()
  if (misleading.test(trimmed) || !trimmed.isWellFormed()) return null
  const url = URL.parse(trimmed)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "" || linkLocal.test(url.hostname)) return null
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, "")}`
}

/** An address as somebody types it; `normaliseEndpointUrl` gives its canonical form. */
export const EndpointUrl = WrittenAddress(2048).check(
  Schema.makeFilter((text) => normaliseEndpointUrl(text) !== null || "Expected an http or https address without query, fragment or credentials, and not a link-local one")
).annotate({ identifier: "EndpointUrl" })
