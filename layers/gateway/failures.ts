import { type GatewayFailure, StorageError, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import { Schema } from "effect"

const isGatewayFailure = Schema.is(Schema.Union([StorageError, StorageTimeout, Unavailable]))

export const CONNECTION_BROKEN = "ConnectionBroken"
/** The answer was not HTTP; T1: the previous answer on the same connection may have caused it. */
export const GARBLED_ANSWER = "GarbledAnswer"
export const UNREADABLE_ANSWER = "UnreadableAnswer"

const transientCodes = new Set([
  CONNECTION_BROKEN,
  GARBLED_ANSWER,
  "SlowDown",
  "ServiceUnavailable",
  "RequestTimeout",
  "InternalError"
])

export const isTransient = (error: unknown): boolean =>
  isGatewayFailure(error) &&
  (error._tag === "Unavailable" ||
    (error._tag === "StorageError" &&
      (transientCodes.has(error.storage_code) || [500, 502, 503, 504].includes(error.storage_status ?? 0))))

export const isGarbled = (error: unknown): boolean =>
  isGatewayFailure(error) && error._tag === "StorageError" && error.storage_code === GARBLED_ANSWER

export const handshakeFailed = (error: GatewayFailure): boolean =>
  error._tag === "StorageError" &&
  error.storage_code === "CertificateRefused" &&
  /\((EPROTO|ERR_SSL_[A-Z_]+)\)$/.test(error.detail)

export const isUnreachable = (error: unknown): boolean => isGatewayFailure(error) && error._tag === "Unavailable"

export const wasAnswered = (error: unknown): boolean =>
  !isGatewayFailure(error) || (error._tag === "StorageError" && error.storage_status !== null)

export const countsAgainstGateway = (error: unknown): boolean =>
  isGatewayFailure(error) &&
  !isUnreachable(error) &&
  (error._tag !== "StorageError" ||
    error.storage_code === CONNECTION_BROKEN ||
    error.storage_code === UNREADABLE_ANSWER ||
    ((error.storage_status ?? 0) >= 500 && error.storage_status !== 501 && error.storage_code !== "SlowDown"))

const unreachableCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "EADDRNOTAVAIL"
])

const codeOf = (cause: unknown): string => {
  for (let error = cause, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    if ("code" in error && typeof error.code === "string") return error.code
    if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  }
  return ""
}

const isTlsCode = (code: string) =>
  code.startsWith("ERR_TLS") ||
  code.startsWith("ERR_SSL") ||
  code.includes("CERT") ||
  code === "UNABLE_TO_VERIFY_LEAF_SIGNATURE" ||
  code === "EPROTO"

export const wasNeverSent = (cause: unknown): boolean => {
  const code = codeOf(cause)
  return cause instanceof URIError || (code.startsWith("ERR_") && !isTlsCode(code))
}

export const failureOfNodeError = (operation: string, cause: unknown): GatewayFailure => {
  const code = codeOf(cause)
  if (code === "EGATEWAYREFUSED")
    return new Unavailable({ detail: "Addresses like this storage gateway's are never asked" })
  if (unreachableCodes.has(code)) return new Unavailable({ detail: `The storage gateway cannot be reached (${code})` })
  if (code === "ETIMEDOUT" || code === "ESOCKETTIMEDOUT") return new StorageTimeout({ operation })
  const failed = (storage_code: string, detail: string) =>
    new StorageError({ operation, storage_code, storage_status: null, storage_request_id: null, detail })
  if (isTlsCode(code))
    return failed("CertificateRefused", `The certificate of the storage gateway was not accepted (${code})`)
  if (code.startsWith("HPE_")) return failed(GARBLED_ANSWER, `An answer of the storage gateway was not HTTP (${code})`)
  return failed(CONNECTION_BROKEN, `The connection to the storage gateway broke${code === "" ? "" : ` (${code})`}`)
}
