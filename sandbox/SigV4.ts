import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import { type Call, header, queryPairs } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"

const emptyHash = createHash("sha256").update("").digest("hex")
const skewSeconds = 900

interface Claim {
  readonly accessKey: string
  readonly scope: ReadonlyArray<string>
  readonly signedHeaders: ReadonlyArray<string>
  readonly signature: string
  readonly date: string
  readonly payloadHash: string
  readonly presigned: boolean
}

// With STS enabled RGW answers AccessDenied for all credential faults.
const refused = () => new GatewayError("AccessDenied")

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest()

const toTime = (date: string): number => {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date)
  if (parts === null) throw refused()
  return Date.parse(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}Z`)
}

const fromHeader = (call: Call, authorization: string): Claim => {
  const match = /^AWS4-HMAC-SHA256\s+Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]+)$/.exec(
    authorization
  )
  if (match === null) throw refused()
  const [accessKey = "", ...scope] = (match[1] ?? "").split("/")
  return {
    accessKey,
    scope,
    signedHeaders: (match[2] ?? "").split(";"),
    signature: match[3] ?? "",
    date: header(call, "x-amz-date") ?? "",
    // forms have no such header: the body was read before
    payloadHash:
      header(call, "x-amz-content-sha256") ?? (call.payloadHash === "UNSIGNED-PAYLOAD" ? emptyHash : call.payloadHash),
    presigned: false
  }
}

const fromQuery = (call: Call): Claim => {
  const [accessKey = "", ...scope] = (call.query.get("X-Amz-Credential") ?? "").split("/")
  return {
    accessKey,
    scope,
    signedHeaders: (call.query.get("X-Amz-SignedHeaders") ?? "").split(";"),
    signature: call.query.get("X-Amz-Signature") ?? "",
    date: call.query.get("X-Amz-Date") ?? "",
    payloadHash: call.query.get("X-Amz-Content-Sha256") ?? header(call, "x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD",
    presigned: true
  }
}

const canonicalQuery = (call: Call): string =>
  queryPairs(call.rawQuery)
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] < b[1] ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&")

const canonicalHeader = (call: Call, name: string): string => {
  const value = call.headers[name]
  const joined = Array.isArray(value) ? value.join(",") : (value ?? "")
  return `${name}:${joined.trim().replace(/ +/g, " ")}\n`
}

const expectedSignature = (call: Call, claim: Claim, secret: string): Buffer => {
  const request = [
    call.method,
    call.path.split("/").map(encode).join("/"),
    canonicalQuery(call),
    claim.signedHeaders.map((name) => canonicalHeader(call, name)).join(""),
    claim.signedHeaders.join(";"),
    claim.payloadHash
  ].join("\n")
  const toSign = [
    "AWS4-HMAC-SHA256",
    claim.date,
    claim.scope.join("/"),
    createHash("sha256").update(request).digest("hex")
  ].join("\n")
  return hmac(
    claim.scope.reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secret}`),
    toSign
  )
}

// RGW refuses unsigned Content-Type and x-amz-* headers.
const coversHeaders = (call: Call, claim: Claim): boolean =>
  Object.keys(call.headers).every(
    (name) => !(name === "content-type" || name.startsWith("x-amz-")) || claim.signedHeaders.includes(name)
  )

const checkTime = (call: Call, claim: Claim, now: number): void => {
  const signedAt = toTime(claim.date)
  if (!claim.presigned) {
    if (Math.abs(now - signedAt) > skewSeconds * 1000) throw new GatewayError("RequestTimeTooSkewed")
    return
  }
  const lifetime = Number(call.query.get("X-Amz-Expires") ?? "0")
  const valid =
    lifetime > 0 && lifetime <= 604800 && now <= signedAt + lifetime * 1000 && signedAt <= now + skewSeconds * 1000
  if (!valid) throw refused()
}

/** Region and service are ignored, as in RGW. Undefined for an anonymous request. */
export const verifySignature = (
  call: Call,
  secretOf: (accessKey: string) => string | undefined,
  now: number
): { readonly accessKey: string; readonly payloadHash: string } | undefined => {
  const authorization = header(call, "authorization")
  if (authorization === undefined && !call.query.has("X-Amz-Signature")) return undefined
  const claim = authorization === undefined ? fromQuery(call) : fromHeader(call, authorization)
  if (claim.scope.length !== 4 || !claim.date.startsWith(claim.scope[0] ?? "") || !claim.signedHeaders.includes("host"))
    throw refused()
  if (header(call, "x-amz-security-token") !== undefined || call.query.has("X-Amz-Security-Token")) throw refused()
  const secret = secretOf(claim.accessKey)
  const expected = expectedSignature(call, claim, secret ?? "")
  const given = Buffer.from(claim.signature, "hex")
  if (given.length !== expected.length || !timingSafeEqual(given, expected) || secret === undefined) throw refused()
  checkTime(call, claim, now)
  if (!coversHeaders(call, claim)) throw refused()
  return { accessKey: claim.accessKey, payloadHash: claim.payloadHash }
}
