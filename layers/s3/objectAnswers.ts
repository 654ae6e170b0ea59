import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { type GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { ObjectFacts } from "#domain/objects/ObjectListing.ts"
import { keyFault } from "#domain/objects/keyFault.ts"
import { namesBucket } from "#domain/buckets/namesBucket.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { sanitizeAnswer } from "../rgw/sanitizeAnswer.ts"
import type { OpenAnswer } from "../rgw/GatewayHttp.ts"
import { placed, refused } from "./featureDocument.ts"
import { missingCodes } from "./s3Failure.ts"

const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

export const objectAt = (
  { pathStyle, tenant, url }: Pick<S3Target, "pathStyle" | "tenant" | "url">,
  bucket: string
) => {
  if (!namesBucket(bucket)) return null
  const at = placed(url, pathStyle, bucket, tenant)
  const folder = at.path === "/" ? "/" : `${at.path}/`
  return {
    url: at.url,
    path: at.path,
    pathOf: (key: string): string | null =>
      key === "" || keyFault(key) !== null ? null : folder + key.split("/").map(strict).join("/")
  }
}

export const versionQuery = (versionId: string | null | undefined): string =>
  versionId === null || versionId === undefined ? "" : `versionId=${strict(versionId)}`

const text = (value: string | Array<string> | undefined): string | null => (typeof value === "string" ? value : null)

const bytesFrom = (headers: IncomingHttpHeaders): number => Number(headers["content-length"] ?? 0)

export const factsFrom = (key: string, headers: IncomingHttpHeaders): ObjectFacts => {
  const modified = Date.parse(headers["last-modified"] ?? "")
  const whole = /\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1]
  return {
    key,
    size_bytes: whole === undefined ? bytesFrom(headers) : Number(whole),
    etag: headers.etag ?? null,
    content_type: headers["content-type"] ?? null,
    storage_class: text(headers["x-amz-storage-class"]) ?? "STANDARD",
    modified_at: Number.isNaN(modified) ? null : new Date(modified).toISOString(),
    metadata: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        name.startsWith("x-amz-meta-") && typeof value === "string" ? [[name.slice(11), value]] : []
      )
    )
  }
}

const MAX_REFUSAL_BYTES = 64 * 1024

/** `done` gets null for a broken or longer answer, nothing after `destroy`. */
export const readText = (body: IncomingMessage, longest: number, done: (text: string | null) => void): void => {
  const chunks: Array<Buffer> = []
  let size = 0
  body.on("data", (chunk: Buffer) => {
    size += chunk.length
    chunks.push(chunk)
    if (size > longest) body.destroy(new Error("the answer is too long"))
  })
  body.once("end", () => done(body.complete ? Buffer.concat(chunks).toString("utf8") : null))
  body.once("error", () => done(null))
}

export const readShort = (body: IncomingMessage, done: (text: string | null) => void): void =>
  readText(body, MAX_REFUSAL_BYTES, (text) => done(text === null ? null : sanitizeAnswer(text)))

export const objectRefusal = (
  operation: string,
  about: string,
  { headers, status }: Pick<OpenAnswer, "headers" | "status">,
  body: string
): NotFound | GatewayFailure => {
  const { code, error } = refused(operation, { headers, status, text: body })
  return missingCodes.has(code) || (status === 404 && code === "Http404")
    ? new NotFound({ entity: "Storage", id: about })
    : error
}
