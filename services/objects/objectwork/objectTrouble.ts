import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { DomainError } from "#domain/platform/errors/Errors.ts"
import { isPassing } from "#domain/platform/work/trying.ts"
import type { ObjectStore } from "#services/objects/ObjectStore.ts"

/** A bucket as one side of an object's work reaches it. */
export interface Side {
  readonly s3: S3Target
  readonly bucket: string
}

/** The call did not come to its end, or the gateway asked for a pause. */
export const isAway = (error: DomainError): boolean => error._tag === "Unavailable" || error._tag === "StorageTimeout" || error._tag === "RateLimited" ||
  (error._tag === "StorageError" && error.storage_status === null)

/**
 * Whether trouble with an object is its own: a gateway that answers about the bucket is not away, whatever becomes of a call about one object
 * (a body that always breaks off, a head that never comes). What a gateway says of its own load stays the gateway's.
 */
export const isOwnTrouble = Effect.fnUntraced(function*(store: ObjectStore["Service"], sides: ReadonlyArray<Side>, error: DomainError) {
  if (!isPassing(error)) return true
  if (error._tag === "RateLimited" || (error._tag === "StorageError" && error.storage_status === 503)) return false
  const answers = yield* Effect.forEach(sides, ({ bucket, s3 }) => Effect.match(
    store.list(s3, bucket, { prefix: "", delimiter: "/", continuationToken: null, maxKeys: 1 }),
    { onFailure: (failure) => !isPassing(failure), onSuccess: () => true }))
  return answers.every((answer) => answer)
})
