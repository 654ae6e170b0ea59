import { SignatureV4 } from "@smithy/signature-v4"
import type { OpenCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import type { GatewayKey } from "#services/gateways/endpoints/Rgw.ts"
import { Redacted } from "effect"
import { createHash, createHmac } from "node:crypto"
import { LruCache } from "../memory/LruCache.ts"
import { requestSigner } from "./requestSigner.ts"

export interface GatewayRequest {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE"
  /** A user entered the address: its host is checked against the allowlist. */
  readonly userSupplied?: boolean
  readonly url: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly region: string
  readonly service: "s3" | "iam" | "sts" | "sns"
  readonly key: GatewayKey | null
  readonly sessionToken?: OpenCredential["sessionToken"]
  readonly form: string | null
  readonly document?: { readonly type: string; readonly text: string }
  /** On its own connection: a malformed answer spoils no other (T1). */
  readonly alone?: boolean
}

export const requestContent = ({ document, form }: GatewayRequest): string => document?.text ?? form ?? ""

type Bytes = string | ArrayBuffer | ArrayBufferView
const bytes = (data: Bytes) =>
  typeof data === "string"
    ? data
    : ArrayBuffer.isView(data)
      ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
      : Buffer.from(data)

class Sha256 {
  #hash
  constructor(secret?: Bytes) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", bytes(secret))
  }
  update(data: Bytes): void {
    this.#hash.update(bytes(data))
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
  reset(): void {
    this.#hash = createHash("sha256")
  }
}

/** The digest is required for lifecycle rules. */
const documentHeaders = ({ text, type }: NonNullable<GatewayRequest["document"]>) => ({
  "content-type": type,
  "content-md5": createHash("md5").update(text).digest("base64")
})

const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

export const queryText = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .join("&")

/** Signers by a digest of key and region: computing a day's signing key costs as much as signing ten times. */
const signers = new LruCache<ReturnType<typeof requestSigner>>(256)

/** A third of `signRequest`'s cost. Returns null unless a GET without a body, or a PUT of a document. */
export const signNow = (request: GatewayRequest, now: number): Record<string, string> | null => {
  const { document, form, key, method, path, query, region, service, sessionToken, url } = request
  if (service !== "s3" || key === null || form !== null) return null
  if (method !== (document === undefined ? "GET" : "PUT")) return null
  const secrets = {
    accessKey: key.access_key,
    secretKey: Redacted.value(key.secret_key),
    sessionToken: sessionToken === undefined || sessionToken === null ? null : Redacted.value(sessionToken)
  }
  const digest = createHash("sha256")
    .update(JSON.stringify([secrets, region]))
    .digest("base64")
  let sign = signers.get(digest)
  if (sign === undefined) {
    sign = requestSigner(secrets, region)
    signers.set(digest, sign)
  }
  const sorted = Object.fromEntries(Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1)))
  const signed = { method, host: new URL(url).host, path, query: queryText(sorted) }
  return document === undefined
    ? sign(signed, now)
    : sign(
        {
          ...signed,
          headers: {
            ...documentHeaders(document),
            "x-amz-content-sha256": createHash("sha256").update(document.text).digest("hex")
          }
        },
        now
      )
}

/** RGW checks neither region nor service (T5). */
export const signRequest = async (request: GatewayRequest): Promise<Record<string, string>> => {
  const url = new URL(request.url)
  const content = requestContent(request)
  const body =
    request.document !== undefined
      ? documentHeaders(request.document)
      : request.form === null
        ? {}
        : { "content-type": "application/x-www-form-urlencoded; charset=utf-8" }
  const headers = { host: url.host, ...body }
  if (request.key === null) return headers
  const token = request.sessionToken ?? null
  const signer = new SignatureV4({
    credentials: {
      accessKeyId: request.key.access_key,
      secretAccessKey: Redacted.value(request.key.secret_key),
      ...(token === null ? {} : { sessionToken: Redacted.value(token) })
    },
    region: request.region === "" ? "default" : request.region,
    service: request.service,
    sha256: Sha256,
    uriEscapePath: false
  })
  const signed = await signer.sign({
    method: request.method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: request.path,
    query: { ...request.query },
    headers,
    body: content
  })
  return signed.headers
}
