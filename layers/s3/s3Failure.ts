import { S3ServiceException } from "@aws-sdk/client-s3"
import {
  Conflict,
  type GatewayFailure,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { sanitizeText } from "#domain/platform/Text.ts"
import { codeTexts } from "../gateway/codeTexts.ts"
import { refusedForClocks, skewCode, skewText } from "../gateway/clockSkew.ts"
import { failureOfNodeError, UNREADABLE_ANSWER } from "../gateway/failures.ts"

export const storageText = (code: string, date?: unknown): string =>
  code === skewCode ? skewText(date) : (codeTexts[code] ?? `The gateway answered ${code}`)

export const codeOfStatus = (status: number | null, date: unknown): string =>
  refusedForClocks(status, date) ? skewCode : `Http${status ?? ""}`

export const missingCodes: ReadonlySet<string> = new Set([
  "NoSuchKey",
  "NoSuchVersion",
  "NoSuchBucket",
  "NoSuchUpload",
  "NotFound"
])

/** The SDK reports a reset connection as TimeoutError too. */
const isTimeout = (cause: unknown) =>
  cause instanceof Error &&
  (cause.name === "TimeoutError" || cause.name === "RequestTimeout") &&
  !("code" in cause && (cause.code === "ECONNRESET" || cause.code === "EPIPE"))

const isConnectTimeout = (cause: unknown) =>
  cause instanceof Error && cause.name === "TimeoutError" && /did not establish a connection/.test(cause.message)

/** A proxy's page instead of an S3 answer; the SDK would read it as an empty answer. */
export class NotS3Answer extends Error {
  readonly status: number
  constructor(status: number) {
    super("not an S3 answer")
    this.status = status
  }
}

export const unreadable = (operation: string, status: number | null) =>
  new StorageError({
    operation,
    storage_code: UNREADABLE_ANSWER,
    storage_status: status,
    storage_request_id: null,
    detail: "The gateway sent something that is not an S3 answer"
  })

export const s3Failure =
  (operation: string, id: string) =>
  (cause: unknown): NotFound | Conflict | GatewayFailure => {
    if (isConnectTimeout(cause)) return new Unavailable({ detail: "The storage gateway cannot be reached" })
    if (isTimeout(cause)) return new StorageTimeout({ operation })
    if (cause instanceof NotS3Answer) return unreadable(operation, cause.status)
    if (!(cause instanceof S3ServiceException)) {
      const parsing =
        cause instanceof Error && (/pars|deseriali|xml|unexpected/i.test(cause.message) || "$responseBodyText" in cause)
      return parsing && !("code" in cause) ? unreadable(operation, null) : failureOfNodeError(operation, cause)
    }
    const status = cause.$metadata.httpStatusCode ?? null
    const code = sanitizeText(cause.name)
    if (missingCodes.has(code) || (status === 404 && (code === "UnknownError" || code === "Unknown")))
      return new NotFound({ entity: "Storage", id })
    if (code === "BucketNotEmpty")
      return new Conflict({
        code: "bucket_not_empty",
        detail: `Bucket ${id} is not empty: delete its objects, old versions and unfinished uploads first`
      })
    if (code === "BucketAlreadyExists" || code === "BucketAlreadyOwnedByYou") {
      return new Conflict({ code: "already_exists", detail: `A bucket named ${id} exists` })
    }
    if (status === 200) return unreadable(operation, status)
    const date = (cause.$response?.headers as Readonly<Record<string, unknown>> | undefined)?.["date"]
    const storageCode = code === "UnknownError" || code === "Unknown" ? codeOfStatus(status, date) : code
    return new StorageError({
      operation,
      storage_code: storageCode,
      storage_status: status,
      storage_request_id: cause.$metadata.requestId === undefined ? null : sanitizeText(cause.$metadata.requestId),
      detail: storageText(storageCode, date)
    })
  }
