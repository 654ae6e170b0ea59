import { Duration, Effect, Stream } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { StorageError } from "#domain/platform/errors/Errors.ts"
import type { ObjectStore, OpenObject } from "./ObjectStore.ts"
import type { ReadFailure } from "./readFailureText.ts"

const MAX_RESUMES = 3
const pause = (attempt: number) => Duration.millis(200 * 2 ** attempt)

const cutOff = () =>
  new StorageError({
    operation: "s3.GetObject",
    storage_code: "IncompleteBody",
    storage_status: null,
    storage_request_id: null,
    detail: "The gateway sent less than it had announced"
  })

/** Resumes broken connections while the ETag matches; fails when retries are exhausted, never ends early. */
export const resumingBody = (
  store: ObjectStore["Service"],
  target: S3Target,
  bucket: string,
  { body, facts, size_bytes }: OpenObject,
  versionId: string | null = null
): Stream.Stream<Uint8Array, ReadFailure> =>
  Stream.suspend(() => {
    let read = 0
    let failed = 0
    const from = (bytes: Stream.Stream<Uint8Array, ReadFailure>): Stream.Stream<Uint8Array, ReadFailure> =>
      bytes.pipe(
        Stream.map((chunk) => {
          read += chunk.length
          return chunk
        }),
        Stream.concat(Stream.suspend(() => (read < size_bytes ? Stream.fail(cutOff()) : Stream.empty))),
        Stream.catch((error) => {
          if (failed === MAX_RESUMES || facts.etag === null || error._tag === "NotFound" || read >= size_bytes)
            return Stream.fail(error)
          const again = store.open(target, bucket, facts.key, `bytes=${read}-`, { versionId, ifMatch: facts.etag })
          return Stream.unwrap(
            Effect.delay(
              Effect.map(again, (rest) => from(rest.body)),
              pause(failed++)
            )
          )
        })
      )
    return from(body)
  })
