import { findBucket } from "./Access.ts"
import { type Call, header, type Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import { empty } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import { children, parseXml, text, texts, type XmlElement } from "./Xml.ts"

const matches = (pattern: string, value: string): boolean => {
  const star = pattern.indexOf("*")
  if (star < 0) return pattern.toLowerCase() === value.toLowerCase()
  const [before, after] = [pattern.slice(0, star).toLowerCase(), pattern.slice(star + 1).toLowerCase()]
  const lower = value.toLowerCase()
  return lower.length >= before.length + after.length && lower.startsWith(before) && lower.endsWith(after)
}

const ruleFor = (
  store: Store,
  call: Call,
  origin: string,
  method: string,
  requestedHeaders: ReadonlyArray<string>
): XmlElement | undefined => {
  const stored = store.buckets.config(findBucket(store, call).id, "cors")
  if (stored === undefined) return undefined
  return children(parseXml(stored, "CORSConfiguration"), "CORSRule").find(
    (rule) =>
      texts(rule, "AllowedOrigin").some((pattern) => matches(pattern, origin)) &&
      texts(rule, "AllowedMethod").includes(method) &&
      requestedHeaders.every((name) => texts(rule, "AllowedHeader").some((pattern) => matches(pattern, name)))
  )
}

const allowed = (rule: XmlElement, origin: string, method: string): Record<string, string> => {
  const exposed = texts(rule, "ExposeHeader")
  return {
    "access-control-allow-origin": texts(rule, "AllowedOrigin").includes("*") ? "*" : origin,
    vary: "Origin",
    "access-control-allow-methods": method,
    ...(exposed.length === 0 ? {} : { "access-control-expose-headers": exposed.join(",") })
  }
}

export const preflight = (store: Store, call: Call): Reply => {
  const origin = header(call, "origin") ?? ""
  const method = header(call, "access-control-request-method") ?? ""
  const requestedHeaders = (header(call, "access-control-request-headers") ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "")
  const rule = ruleFor(store, call, origin, method, requestedHeaders)
  if (rule === undefined) throw new GatewayError("AccessDenied")
  const age = text(rule, "MaxAgeSeconds")
  return empty(200, {
    ...allowed(rule, origin, method),
    ...(requestedHeaders.length === 0 ? {} : { "access-control-allow-headers": requestedHeaders.join(",") }),
    ...(age === undefined ? {} : { "access-control-max-age": age })
  })
}

export const corsHeaders = (store: Store, call: Call): Readonly<Record<string, string>> => {
  const origin = header(call, "origin")
  if (
    origin === undefined ||
    call.bucket === "" ||
    store.buckets.byName(call.tenant ?? call.principal?.tenant ?? "", call.bucket) === undefined
  )
    return {}
  const rule = ruleFor(store, call, origin, call.method, [])
  return rule === undefined ? {} : allowed(rule, origin, call.method)
}
