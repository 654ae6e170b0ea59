import { Effect } from "effect"
import { InvalidInput, StorageError } from "#domain/platform/errors/Errors.ts"

const codes = { missing: "CustomerKeyMissing", wrong: "CustomerKeyWrong", needs_tls: "CustomerKeyNeedsTls" } as const

const details = {
  missing: "This object is encrypted with a key of its owner (SSE-C): send it",
  wrong: "This is not the key that the object is encrypted with",
  needs_tls: "The gateway takes keys of SSE-C over TLS alone, and its address here begins with http:"
} as const

export const customerKeyFault = (kind: keyof typeof codes, from: StorageError): StorageError =>
  new StorageError({ ...from, storage_code: codes[kind], detail: details[kind] })

const faultCodes: ReadonlySet<string> = new Set(Object.values(codes))

export const keyAsInput = <A, E extends { readonly _tag: string }, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | InvalidInput, R> =>
  Effect.catchIf(
    effect,
    (error: E): error is E =>
      error._tag === "StorageError" && faultCodes.has((error as unknown as StorageError).storage_code),
    (error) => Effect.fail(InvalidInput.at("headers.x-sse-customer-key", (error as unknown as StorageError).detail))
  )
