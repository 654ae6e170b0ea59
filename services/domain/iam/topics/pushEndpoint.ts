import type { TopicTransport } from "./Topic.ts"

const schemes: Readonly<Record<string, TopicTransport>> = {
  http: "http",
  https: "http",
  amqp: "amqp",
  amqps: "amqp",
  kafka: "kafka"
}

const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i

export const transportOf = (endpoint: string): TopicTransport =>
  endpoint === "" ? "none" : (schemes[(parts.exec(endpoint)?.[1] ?? "").toLowerCase()] ?? "other")

export const withoutCredentials = (endpoint: string): { readonly address: string; readonly credentials: boolean } => {
  const [, scheme = "", authority = "", rest = ""] = parts.exec(endpoint) ?? []
  const at = authority.lastIndexOf("@")
  // unparsable text may contain a secret anywhere before the last @
  if (scheme === "" && endpoint.includes("@"))
    return { address: endpoint.slice(endpoint.lastIndexOf("@") + 1), credentials: true }
  return at < 0
    ? { address: endpoint, credentials: false }
    : { address: `${scheme}://${authority.slice(at + 1)}${rest}`, credentials: true }
}

export const withCredentials = (endpoint: string, user: string, password: string): string => {
  const [, scheme = "", authority = "", rest = ""] = parts.exec(endpoint) ?? []
  return `${scheme}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${authority}${rest}`
}

/** Null when valid. The gateway resolves the host, so it is not looked up here. */
export const pushEndpointFault = (endpoint: string): string | null => {
  const [, scheme = "", authority = ""] = parts.exec(endpoint) ?? []
  if (scheme === "") return "Write the whole address, such as https://listener.example.org/events"
  if (schemes[scheme.toLowerCase()] === undefined)
    return `${scheme}:// is nothing that a gateway pushes to: write http, https, amqp, amqps or kafka`
  if (authority.includes("@")) return "Put user name and password into their own fields: they are never shown again"
  if (!/^(\[[0-9a-f:.]+\]|[^\s:[\]]+)(:\d{1,5})?$/i.test(authority))
    return "Expected a host, and perhaps a port, behind ://"
  const port = /:(\d+)$/.exec(authority)?.[1]
  return port !== undefined && (Number(port) < 1 || Number(port) > 65_535) ? "Expected a port from 1 to 65535" : null
}

export const isLoopbackEndpoint = (endpoint: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(parts.exec(endpoint)?.[2]?.replace(/^.*@/, "") ?? "")
