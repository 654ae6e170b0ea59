import { StorageError } from "#domain/platform/errors/Errors.ts"
import { Effect, Option, Result, Schema } from "effect"
import { codeTexts } from "../gateway/codeTexts.ts"
import { skewCode, skewText } from "../gateway/clockSkew.ts"
import { UNREADABLE_ANSWER } from "../gateway/failures.ts"
import type { Answer } from "./GatewayHttp.ts"
import { WireFailure } from "./wire/Failure.ts"

const requestIdOf = (headers: Answer["headers"]): string | null => {
  const id = headers["x-amz-request-id"]
  return typeof id === "string" ? id : null
}

const decodeFailure = Schema.decodeUnknownOption(WireFailure)

/** A2: the only gateway message that says more than its code. */
const leftInAccount = /^The account cannot be deleted until all ([a-z ]{1,40}) are removed\.$/

/** The gateway's own text is mostly empty and never passed on (T3, T8, T9). */
const detailOf = (code: string, status: number, message = "", date?: unknown): string => {
  const remainingEntities = leftInAccount.exec(message)?.[1]
  if (remainingEntities !== undefined) return `It cannot be deleted until all ${remainingEntities} are removed`
  if (["AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch"].includes(code)) {
    return "The gateway refused the key: it is unknown, its secret is wrong, or it may not do this"
  }
  if (code === skewCode) return skewText(date)
  if (code === "UserSuspended") return "The user of this key is suspended on the gateway"
  if (status === 405 || status === 501) return "The gateway does not support this"
  if (code === "SlowDown" || status === 503) return "The gateway is too busy"
  if (status >= 500) return "The gateway failed"
  return codeTexts[code] ?? `The gateway refused this (${code})`
}

/** For a proxy's HTML, half a document, or nothing (A13: not an empty list). */
export const unreadable = (operation: string, status: number, requestId: string | null): StorageError =>
  new StorageError({
    operation,
    storage_code: UNREADABLE_ANSWER,
    storage_status: status,
    storage_request_id: requestId,
    detail: "The address answers, but not as a storage gateway does"
  })

export const storageErrorOf = (operation: string, answer: Answer): StorageError => {
  const decodedError = decodeFailure(answer.text)
  const requestId = requestIdOf(answer.headers)
  if (Option.isNone(decodedError)) {
    if (answer.status < 500 && answer.text !== "") return unreadable(operation, answer.status, requestId)
    return new StorageError({
      operation,
      storage_code: `Http${answer.status}`,
      storage_status: answer.status,
      storage_request_id: requestId,
      detail: detailOf("", answer.status)
    })
  }
  return new StorageError({
    operation,
    storage_code: decodedError.value.Code,
    storage_status: answer.status,
    storage_request_id: requestId ?? decodedError.value.RequestId ?? null,
    detail: detailOf(decodedError.value.Code, answer.status, decodedError.value.Message, answer.headers.date)
  })
}

const decodeUserAnswer = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ user_id: Schema.String, keys: Schema.optionalKey(Schema.Unknown) }))
)

/** Detects a user without keys: the technical user has `user-info-without-keys` instead of `users`. */
export const isWithoutKeys = (text: string): boolean =>
  Option.match(decodeUserAnswer(text), { onNone: () => false, onSome: ({ keys }) => keys === undefined })

/** A refusal, so that hidden keys do not look like no keys. */
const keysHidden = (operation: string, requestId: string | null): StorageError =>
  new StorageError({
    operation,
    storage_code: "AccessDenied",
    storage_status: 403,
    storage_request_id: requestId,
    detail:
      "The technical user reads users without their keys (user-info-without-keys): give it the capability users=read"
  })

/** A mismatch is `UnreadableAnswer`, without the text, which may hold secrets (A7). */
export const readDocument = <S extends Schema.ConstraintDecoder<unknown>>(operation: string, schema: S) => {
  const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(schema))
  return (answer: Answer): Effect.Effect<S["Type"], StorageError, S["DecodingServices"]> =>
    answer.status >= 200 && answer.status < 300
      ? Effect.mapError(decode(answer.text), () =>
          isWithoutKeys(answer.text)
            ? keysHidden(operation, requestIdOf(answer.headers))
            : unreadable(operation, answer.status, requestIdOf(answer.headers))
        )
      : Effect.fail(storageErrorOf(operation, answer))
}

/** As `readDocument`, without an effect per answer. */
export const readDocumentNow = <A, I>(operation: string, schema: Schema.ConstraintCodec<A, I>) => {
  const decode = Schema.decodeUnknownResult(Schema.fromJsonString(schema))
  return (answer: Answer): Result.Result<A, StorageError> => {
    if (answer.status < 200 || answer.status >= 300) return Result.fail(storageErrorOf(operation, answer))
    const decoded = decode(answer.text)
    return Result.isSuccess(decoded)
      ? Result.succeed(decoded.success)
      : Result.fail(
          isWithoutKeys(answer.text)
            ? keysHidden(operation, requestIdOf(answer.headers))
            : unreadable(operation, answer.status, requestIdOf(answer.headers))
        )
  }
}

export const expectDone =
  (operation: string) =>
  (answer: Answer): Effect.Effect<void, StorageError> =>
    answer.status >= 200 && answer.status < 300 && !/^\s*</.test(answer.text)
      ? Effect.void
      : Effect.fail(
          answer.status < 300
            ? unreadable(operation, answer.status, requestIdOf(answer.headers))
            : storageErrorOf(operation, answer)
        )
