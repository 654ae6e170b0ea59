import { randomBytes } from "node:crypto"
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { GatewayError } from "./GatewayError.ts"
import type { BlobPart } from "./Blobs.ts"

export interface Principal {
  readonly uid: string
  readonly tenant: string
  readonly accountId: string
  readonly displayName: string
  readonly owner: string
  readonly caps: ReadonlyArray<{ readonly type: string; readonly perm: string }>
  readonly opMask: ReadonlyArray<string>
}

export interface Call {
  readonly req: IncomingMessage
  readonly method: string
  readonly rawPath: string
  readonly path: string
  readonly rawQuery: string
  readonly query: ReadonlyMap<string, string>
  readonly headers: IncomingHttpHeaders
  readonly tenant: string | undefined
  readonly bucket: string
  readonly key: string
  readonly requestId: string
  principal: Principal | undefined
  payloadHash: string
  bytesReceived: number
}

export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | ReadonlyArray<BlobPart>
  /** Bytes after the declared body, as RGW writes on one answer. */
  readonly extra?: string
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new GatewayError("InvalidURI", "the address is not percent-encoded UTF-8")
  }
}

export const queryPairs = (raw: string): ReadonlyArray<readonly [name: string, value: string]> =>
  raw
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const at = pair.indexOf("=")
      const text = pair.replaceAll("+", " ")
      return at < 0 ? ([decode(text), ""] as const) : ([decode(text.slice(0, at)), decode(text.slice(at + 1))] as const)
    })

export const parseQuery = (raw: string): ReadonlyMap<string, string> => new Map(queryPairs(raw))

/** The key is everything after the bucket's slash: `..` and double slashes are ordinary. */
export const parseCall = (req: IncomingMessage): Call => {
  const url = req.url ?? "/"
  const mark = url.indexOf("?")
  const rawPath = mark < 0 ? url : url.slice(0, mark)
  const rawQuery = mark < 0 ? "" : url.slice(mark + 1)
  const path = decode(rawPath)
  const slash = path.indexOf("/", 1)
  const name = slash < 0 ? path.slice(1) : path.slice(1, slash)
  const colon = name.indexOf(":")
  return {
    req,
    method: req.method ?? "GET",
    rawPath,
    path,
    rawQuery,
    query: parseQuery(rawQuery),
    headers: req.headers,
    tenant: colon < 0 ? undefined : name.slice(0, colon),
    bucket: colon < 0 ? name : name.slice(colon + 1),
    key: slash < 0 ? "" : path.slice(slash + 1),
    requestId: `tx${randomBytes(10).toString("hex")}-${Math.floor(Date.now() / 1000)
      .toString(16)
      .padStart(10, "0")}-1-default`,
    principal: undefined,
    payloadHash: "UNSIGNED-PAYLOAD",
    bytesReceived: 0
  }
}

export const header = (call: Call, name: string): string | undefined => {
  const value = call.headers[name]
  return Array.isArray(value) ? value[0] : value
}
