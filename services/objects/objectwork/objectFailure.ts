import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { DomainError } from "#domain/platform/errors/Errors.ts"
import { isTransient } from "#domain/platform/work/retryPolicy.ts"
import type { ObjectStore } from "#services/objects/ObjectStore.ts"

export interface Side {
  readonly s3: S3Target
  readonly bucket: string
}

export const isUnreachable = (error: DomainError): boolean =>
  error._tag === "Unavailable" ||
  error._tag === "StorageTimeout" ||
  error._tag === "RateLimited" ||
  (error._tag === "StorageError" && error.storage_status === null)

/** True when the gateway still answers about the bucket. Overload always concerns the gateway. */
export const isObjectFailure = Effect.fnUntraced(function* (
  store: ObjectStore["Service"],
  sides: ReadonlyArray<Side>,
  error: DomainError
) {
  if (!isTransient(error)) return true
  if (error._tag === "RateLimited" || (error._tag === "StorageError" && error.storage_status === 503)) return false
  const answers = yield* Effect.forEach(sides, ({ bucket, s3 }) =>
    Effect.match(store.list(s3, bucket, { prefix: "", delimiter: "/", continuationToken: null, maxKeys: 1 }), {
      onFailure: (failure) => !isTransient(failure),
      onSuccess: () => true
    })
  )
  return answers.every((answer) => answer)
})
