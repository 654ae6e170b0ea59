import { Clock, Effect, Exit, Stream } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import {
  Conflict,
  type GatewayFailure,
  type InvalidInput,
  type NotFound,
  type RangeNotSatisfiable,
  StorageError
} from "#domain/platform/errors/Errors.ts"
import { type CopyOrder, type CopyProperties, isCustomAcl, planCopy } from "#domain/objects/CopyProperties.ts"
import { crc32, combineCrc32, crc32Text } from "#domain/objects/crc32.ts"
import type { CopiedAttributes } from "#domain/objects/uploadAttributes.ts"
import type { ObjectTag } from "#domain/objects/ObjectDetails.ts"
import type { UploadedPart } from "#domain/objects/Upload.ts"
import {
  headFault,
  isRefusal,
  putGrants,
  readProperties,
  withLossNames,
  unconfirmed
} from "#services/objects/copyProperties.ts"
import type { MultipartStore, UploadAddress } from "#services/objects/MultipartStore.ts"
import type { CopyFrom, ObjectDetailStore, ObjectRef } from "#services/objects/ObjectDetailStore.ts"
import type { ObjectStore, SizedBody } from "#services/objects/ObjectStore.ts"
import { TransferRate } from "#services/platform/TransferRate.ts"

const mebibyte = 1024 ** 2
const PART_SIZE = 16 * mebibyte
/** S3 limit; with the part size it bounds the object size. */
const MAX_PARTS = 10_000
const largestPart = 64 * mebibyte

type Failure = NotFound | Conflict | InvalidInput | RangeNotSatisfiable | GatewayFailure

/** Open multipart uploads, so that a successor can abort them. */
export interface OpenUploads {
  readonly begun: (upload: UploadAddress) => Effect.Effect<void>
  readonly ended: (upload: UploadAddress) => Effect.Effect<void>
}

interface Stores {
  readonly store: ObjectStore["Service"]
  readonly details: ObjectDetailStore["Service"]
  readonly multipart: MultipartStore["Service"]
}

export interface Place extends Omit<ObjectRef, "versionId"> {
  readonly s3: S3Target
}

const sourceChanged = () =>
  new Conflict({ code: "stale_plan", detail: "Somebody else has changed this object in the meantime" })

const damaged = (operation: string) =>
  new StorageError({
    operation,
    storage_code: "BadDigest",
    storage_status: 400,
    storage_request_id: null,
    detail: "What arrived is not what was sent: the copy was not kept"
  })

/** One part at a time. The target verifies CRC-32s. Failures leave no parts. `tell` receives the bytes of progress. */
export const streamedCopy = ({ details, multipart, store }: Stores, knownUploads: OpenUploads, order: CopyOrder) =>
  Effect.fnUntraced(function* (
    source: S3Target,
    from: CopyFrom,
    to: Place,
    tell: (bytes: number) => void
  ): Effect.fn.Return<string | null, Failure> {
    const ref: ObjectRef = from
    const { head, properties } = yield* readProperties(details, source, ref)
    const tags: ReadonlyArray<ObjectTag> = yield* Effect.matchEffect(details.tags(source, ref), {
      onSuccess: (some) => Effect.succeed(some),
      onFailure: (error) =>
        error._tag === "StorageError" && [405, 501].includes(error.storage_status ?? 0)
          ? Effect.succeed([])
          : Effect.fail(error)
    })
    if (head.etag !== from.etag || head.size_bytes !== from.sizeBytes) return yield* sourceChanged()
    const fault = headFault(head)
    if (fault !== null) return yield* fault
    const { first, named, refused, second } = planCopy(properties, order, yield* Clock.currentTimeMillis)
    if (refused.length > 0) return yield* unconfirmed(refused)
    const { content_type: contentType, ...headers } = head.headers
    const writeWithFallback = <A, E extends { readonly _tag: string }>(
      write: (attributes: CopiedAttributes) => Effect.Effect<A, E>
    ) => {
      const written = (carries: CopyProperties) =>
        write({ headers, metadata: head.metadata, tags, properties: carries })
      return Effect.catchIf(
        written(first),
        isRefusal,
        (error): Effect.Effect<A, E | StorageError> =>
          second === null ? Effect.fail(withLossNames(error, named)) : written(second)
      )
    }
    const applyGrants = isCustomAcl(first.acl)
      ? putGrants(details, to.s3, { ...to, versionId: null }, first.acl)
      : Effect.void
    const type = contentType ?? "application/octet-stream"

    /** Fills the buffer: each chunk is copied when it arrives, so that none of them is held. */
    const readInto = (bytes: Uint8Array, begin: number): Effect.Effect<Uint8Array, Failure> =>
      bytes.length === 0
        ? Effect.succeed(bytes)
        : Effect.gen(function* () {
            yield* (yield* TransferRate).bytes(bytes.length)
            const { body } = yield* store
              .open(source, from.bucket, from.key, `bytes=${begin}-${begin + bytes.length - 1}`, {
                versionId: from.versionId,
                ifMatch: from.etag
              })
              .pipe(
                Effect.catchIf(
                  (error) => error._tag === "StorageError" && error.storage_status === 412,
                  () => Effect.fail(sourceChanged())
                )
              )
            let length = 0
            yield* Stream.runForEach(body, (chunk) =>
              Effect.sync(() => {
                if (length + chunk.length <= bytes.length) bytes.set(chunk, length)
                length += chunk.length
              })
            )
            return length === bytes.length ? bytes : yield* damaged("s3.GetObject")
          })
    const bodyOf = (bytes: Uint8Array): SizedBody => ({
      size_bytes: bytes.length,
      content_type: type,
      bytes: Stream.make(bytes),
      checksum: crc32Text(crc32(bytes))
    })

    if (head.size_bytes <= PART_SIZE) {
      const bytes = yield* readInto(new Uint8Array(head.size_bytes), 0)
      const etag = yield* writeWithFallback((attributes) =>
        store.put(to.s3, to.bucket, to.key, { ...bodyOf(bytes), attributes })
      )
      yield* applyGrants
      tell(bytes.length)
      return etag
    }

    const size = Math.max(PART_SIZE, Math.ceil(head.size_bytes / MAX_PARTS / mebibyte) * mebibyte)
    if (size > largestPart)
      return yield* new Conflict({
        code: "state_conflict",
        detail: "Objects above 625 GiB are not copied through the service"
      })
    const started = Effect.gen(function* () {
      const upload = {
        bucket: to.bucket,
        key: to.key,
        gatewayUploadId: yield* writeWithFallback((attributes) =>
          multipart.start(to.s3, to.bucket, to.key, type, attributes)
        )
      }
      yield* Effect.onError(knownUploads.begun(upload), () => Effect.ignore(multipart.abort(to.s3, upload)))
      return upload
    })
    const sent = (upload: UploadAddress) =>
      Effect.gen(function* () {
        const parts: Array<UploadedPart & { readonly checksum: string }> = []
        // one for all parts: a new one for each costs more in collections than its copy
        const buffer = new Uint8Array(size)
        for (let begin = 0; begin < head.size_bytes; begin += size) {
          const bytes = yield* readInto(buffer.subarray(0, Math.min(size, head.size_bytes - begin)), begin)
          const body = bodyOf(bytes)
          const number = parts.length + 1
          const etag = yield* multipart.part(to.s3, upload, number, body)
          parts.push({ part_number: number, etag, size_bytes: bytes.length, checksum: body.checksum ?? "" })
          tell(bytes.length)
        }
        const sum = yield* multipart.complete(to.s3, upload, parts)
        return sum !== null && sum !== combineCrc32(parts) ? yield* damaged("s3.CompleteMultipartUpload") : null
      })
    const end = (upload: UploadAddress, exit: Exit.Exit<unknown, unknown>) =>
      Exit.isSuccess(exit)
        ? knownUploads.ended(upload)
        : Effect.matchEffect(multipart.abort(to.s3, upload), {
            onFailure: () => Effect.void,
            onSuccess: () => knownUploads.ended(upload)
          })
    return yield* Effect.tap(Effect.acquireUseRelease(started, sent, end), () => applyGrants)
  })
