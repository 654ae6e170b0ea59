import { type GatewayFailure, StorageError, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import { Schema } from "effect"

const isGatewayFailure = Schema.is(Schema.Union([StorageError, StorageTimeout, Unavailable]))

/** The gateway broke the connection, or its answer could not be parsed as HTTP. */
export const brokenConnection = "ConnectionBroken"
/** One answer could not be parsed as HTTP; T1: it may have been spoiled by the one before it on the same connection. */
export const garbledAnswer = "GarbledAnswer"
/** The answer is not what the operation sends: HTML, truncated, empty. */
export const unreadableAnswer = "UnreadableAnswer"

const transientCodes = new Set([brokenConnection, garbledAnswer, "SlowDown", "ServiceUnavailable", "RequestTimeout", "InternalError"])

/** Whether an idempotent call may be tried again at once: a dropped or garbled connection, or "try later". */
export const isTransient = (error: unknown): boolean =>
  isGatewayFailure(error) &&
  (error._tag === "Unavailable" ||
    (error._tag === "StorageError" &&
      (transientCodes.has(error.storage_code) || [500, 502, 503, 504].includes(error.storage_status ?? 0))))

/** Whether one answer was spoiled, perhaps by another's: neither for nor against anybody. */
export const isGarbled = (error: unknown): boolean =>
  isGatewayFailure(error) && error._tag === "StorageError" && error.storage_code === garbledAnswer

/** Whether TLS was spoken to what does not speak it, or not so that both understand: nothing about a certificate. */
export const handshakeFailed = (error: GatewayFailure): boolean =>
  error._tag === "StorageError" && error.storage_code === "CertificateRefused" && /\((EPROTO|ERR_SSL_[A-Z_]+)\)$/.test(error.detail)

/** Whether nothing could be reached at all: this is the same for everybody who calls, whatever they ask. */
export const isUnreachable = (error: unknown): boolean => isGatewayFailure(error) && error._tag === "Unavailable"

/** Whether the gateway said something, be it a refusal or a failure: then it is there. */
export const wasAnswered = (error: unknown): boolean =>
  !isGatewayFailure(error) || (error._tag === "StorageError" && error.storage_status !== null)

/**
 * Whether an answer, or its absence, speaks against the gateway and not against what was asked of it: time-outs, broken
 * connections, server errors, what no gateway says.
 */
export const speaksAgainstGateway = (error: unknown): boolean =>
  isGatewayFailure(error) && !isUnreachable(error) &&
  (error._tag !== "StorageError" || error.storage_code === brokenConnection || error.storage_code === unreadableAnswer ||
    ((error.storage_status ?? 0) >= 500 && error.storage_status !== 501 && error.storage_code !== "SlowDown"))

const unreachable = new Set([
  "ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "EADDRNOTAVAIL"
])

const codeOf = (cause: unknown): string => {
  for (let error = cause, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    if ("code" in error && typeof error.code === "string") return error.code
    if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  }
  return ""
}

const isTlsCode = (code: string) =>
  code.startsWith("ERR_TLS") || code.startsWith("ERR_SSL") || code.includes("CERT") || code === "UNABLE_TO_VERIFY_LEAF_SIGNATURE" || code === "EPROTO"

/**
 * Whether an exception came before anything was sent: Node's own checks of header values, addresses and arguments, or text
 * that no address can carry. It says nothing about a gateway: a fault of ours.
 */
export const neverSent = (cause: unknown): boolean => {
  const code = codeOf(cause)
  return cause instanceof URIError || (code.startsWith("ERR_") && !isTlsCode(code))
}

/**
 * What an exception of Node's HTTP client or of a parser means, in our words. Connection refused and unknown host are
 * `Unavailable`; certificates, resets and parse errors (`HPE_*`, see `isTransient`) are a `StorageError`.
 */
export const failureOfNodeError = (operation: string, cause: unknown): GatewayFailure => {
  const code = codeOf(cause)
  if (code === "EGATEWAYREFUSED") return new Unavailable({ detail: "Addresses like this storage gateway's are never asked" })
  if (unreachable.has(code)) return new Unavailable({ detail: `The storage gateway cannot be reached (${code})` })
  if (code === "ETIMEDOUT" || code === "ESOCKETTIMEDOUT") return new StorageTimeout({ operation })
  const failed = (storage_code: string, detail: string) =>
    new StorageError({ operation, storage_code, storage_status: null, storage_request_id: null, detail })
  if (isTlsCode(code)) return failed("CertificateRefused", `The certificate of the storage gateway was not accepted (${code})`)
  if (code.startsWith("HPE_")) return failed(garbledAnswer, `An answer of the storage gateway was not HTTP (${code})`)
  return failed(brokenConnection, `The connection to the storage gateway broke${code === "" ? "" : ` (${code})`}`)
}
