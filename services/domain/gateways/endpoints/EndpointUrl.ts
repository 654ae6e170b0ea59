import { Schema } from "effect"
import { WrittenAddress } from "../../platform/Text.ts"

/** URL parsers drop tabs and line breaks and turn backslashes into slashes. */
const misleading = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/

/** Link-local hosts, where cloud metadata services return credentials. */
const linkLocal = /^(169\.254\.|\[fe[89ab]|\[::ffff:a9fe:)/

/** Null: not http(s), with a query, fragment or credentials, link-local or misleading. */
export const normaliseEndpointUrl = (text: string): string | null => {
  const trimmed = text.trim()
  if (misleading.test(trimmed) || !trimmed.isWellFormed()) return null
  const url = URL.parse(trimmed)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null
  if (
    url.search !== "" ||
    url.hash !== "" ||
    url.username !== "" ||
    url.password !== "" ||
    linkLocal.test(url.hostname)
  )
    return null
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, "")}`
}

export const EndpointUrl = WrittenAddress(2048)
  .check(
    Schema.makeFilter(
      (text) =>
        normaliseEndpointUrl(text) !== null ||
        "Expected an http or https address without query, fragment or credentials, and not a link-local one"
    )
  )
  .annotate({ identifier: "EndpointUrl" })
