import { Result } from "effect"
import { NotFound, StorageError } from "#domain/platform/errors/Errors.ts"
import type { FeatureWire } from "#domain/buckets/features/Feature.ts"
import { sanitizeText } from "#domain/platform/Text.ts"
import { textAt } from "#domain/platform/xml/Element.ts"
import { parseXml } from "#domain/platform/xml/parseXml.ts"
import type { DocumentRead } from "#services/buckets/features/FeatureStore.ts"
import type { Answer } from "../rgw/GatewayHttp.ts"
import { storageText, codeOfStatus, unreadable } from "./s3Failure.ts"

export type SubResource = Extract<FeatureWire, { readonly _tag: "SubResource" }>

interface Refused {
  readonly code: string
  readonly status: number
  readonly message: string
  readonly error: StorageError
  /** Character offset of the fault in the document (S5). */
  readonly offset: number | null
}

export const refused = (operation: string, { headers, status, text }: Answer): Refused => {
  const document = parseXml(text)
  const namedCode = textAt(document ?? undefined, "Code")
  const code = namedCode === undefined ? codeOfStatus(status, headers.date) : sanitizeText(namedCode).slice(0, 100)
  const requestId = headers["x-amz-request-id"]
  const message = textAt(document ?? undefined, "Message") ?? ""
  const offset = /^At character offset (\d{1,6}),/.exec(message)?.[1]
  return {
    code,
    status,
    message,
    offset: offset === undefined ? null : Number(offset),
    error:
      status === 200 || (namedCode === undefined && status < 500 && text.trim() !== "")
        ? unreadable(operation, status)
        : new StorageError({
            operation,
            storage_code: code,
            storage_status: status,
            storage_request_id: typeof requestId === "string" ? requestId : null,
            detail: storageText(code, headers.date)
          })
  }
}

/** Address of a bucket: `bucket.host/?cors` or `host/bucket?cors`; of another tenant `host/tenant:bucket?cors`. */
export const placed = (
  url: string,
  pathStyle: boolean,
  bucket: string,
  tenant = ""
): { readonly url: string; readonly path: string } => {
  // RGW signs the colon encoded
  if (pathStyle) return { url, path: tenant === "" ? `/${bucket}` : `/${encodeURIComponent(tenant)}%3A${bucket}` }
  const at = new URL(url)
  at.hostname = `${bucket}.${at.hostname}`
  return { url: at.origin, path: "/" }
}

export const isDone = ({ status }: Answer) => status >= 200 && status < 300

export const readFeatureDocument = (
  bucket: string,
  wire: SubResource,
  operation: string,
  answer: Answer
): DocumentRead => {
  if (isDone(answer)) return Result.succeed(answer.text)
  const { code, error } = refused(operation, answer)
  if (wire.absent.includes(code)) return Result.succeed(null)
  return Result.fail(code === "NoSuchBucket" ? new NotFound({ entity: "Bucket", id: bucket }) : error)
}
