import { Clock, Effect, Exit, Result, Semaphore, Stream } from "effect"
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
import { combineCrc32 } from "#domain/objects/crc32.ts"
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
import type { ObjectRelay } from "#services/objects/ObjectRelay.ts"
import type { ObjectStore, SizedBody } from "#services/objects/ObjectStore.ts"
import { TransferRate } from "#services/platform/TransferRate.ts"

const mebibyte = 1024 ** 2
const PART_SIZE = 16 * mebibyte
/** S3 limit; with the part size it bounds the object size. */
const MAX_PARTS = 10_000
const largestPart = 64 * mebibyte
/** GET and ACL of the source, and the PUT. */
export const REQUESTS_PER_RELAYED_COPY = 3
/** Each holds one part in memory. */
const MAX_HELD_PARTS = 2
const CONCURRENT_PARTS = 4

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
  readonly relay: ObjectRelay["Service"]
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

const bare = (etag: string | null): string => (etag ?? "").replaceAll('"', "")

/** Parts that the ETag of an object names; 0 for one that was written in one piece. */
const partCountOf = (etag: string | null): number => {
  const count = Number(/^[0-9a-f]{32}-(\d{1,5})$/.exec(bare(etag))?.[1] ?? 0)
  return count <= MAX_PARTS ? count : 0
}

/** Copies with one request, or in parts where that cannot be. `tell` receives the bytes of progress. */
export const streamedCopy = (stores: Stores, knownUploads: OpenUploads, order: CopyOrder) => {
  const inParts = partsCopy(stores, knownUploads, order)
  return Effect.fnUntraced(function* (
    source: S3Target,
    from: CopyFrom,
    to: Place,
    tell: (bytes: number) => void
  ): Effect.fn.Return<string | null, Failure> {
    yield* (yield* TransferRate).requests(REQUESTS_PER_RELAYED_COPY)
    const [outcome] = yield* stores.relay.copy(
      { ...order, source, target: to.s3, bucket: to.bucket },
      [{ from, to: to.key }],
      { passed: (_, bytes) => tell(bytes), ended: () => undefined }
    )
    if (outcome !== undefined && Result.isFailure(outcome)) return yield* Effect.fail(outcome.failure)
    return outcome?.success ?? (yield* inParts(source, from, to, tell))
  })
}

/**
 * Copies the parts of an object as they are at the source, so that its ETag stays, or else in parts of our own with
 * CRC-32s. The target verifies all of them. Failures leave no parts.
 */
export const partsCopy = (
  { details, multipart, relay, store }: Stores,
  knownUploads: OpenUploads,
  order: CopyOrder
) => {
  const held = Semaphore.makeUnsafe(MAX_HELD_PARTS)
  return Effect.fnUntraced(function* (
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
      checksum: relay.crc32(bytes)
    })

    const started = (asTheyAre: boolean) =>
      Effect.gen(function* () {
        const upload = {
          bucket: to.bucket,
          key: to.key,
          gatewayUploadId: yield* writeWithFallback((attributes) =>
            multipart.start(
              to.s3,
              to.bucket,
              to.key,
              type,
              asTheyAre ? { ...attributes, no_checksum: true } : attributes
            )
          )
        }
        yield* Effect.onError(knownUploads.begun(upload), () => Effect.ignore(multipart.abort(to.s3, upload)))
        return upload
      })
    const end = (upload: UploadAddress, exit: Exit.Exit<unknown, unknown>) =>
      Exit.isSuccess(exit) && exit.value !== false
        ? knownUploads.ended(upload)
        : Effect.matchEffect(multipart.abort(to.s3, upload), {
            onFailure: () => Effect.void,
            onSuccess: () => knownUploads.ended(upload)
          })

    /** False when the source does not give its parts singly, or nothing proves what arrived. */
    const sentAsTheyAre = (upload: UploadAddress, count: number) =>
      Effect.gen(function* () {
        let isGiven = true
        const parts = yield* Effect.forEach(
          Array.from({ length: count }, (_, index) => index + 1),
          (number) =>
            Effect.gen(function* () {
              if (!isGiven) return []
              const part = yield* relay.copyPart(source, from, to.s3, upload, number, tell)
              isGiven &&= part !== null
              return part === null ? [] : [{ ...part, part_number: number, checksum: null }]
            }),
          { concurrency: CONCURRENT_PARTS }
        )
        const sent = parts.flat()
        const isWhole = sent.reduce((sum, { size_bytes }) => sum + size_bytes, 0) === head.size_bytes
        const isSame = bare(relay.etagOfParts(sent.map(({ etag }) => etag))) === bare(head.etag)
        if (!isGiven || !isWhole || !(isSame || sent.every(({ isProved }) => isProved))) return false
        yield* multipart.complete(to.s3, upload, sent)
        return true
      })
    const count = partCountOf(head.etag)
    if (count > 0 && (yield* Effect.acquireUseRelease(started(true), (upload) => sentAsTheyAre(upload, count), end))) {
      yield* applyGrants
      return head.etag
    }

    if (head.size_bytes <= PART_SIZE)
      return yield* held.withPermit(
        Effect.gen(function* () {
          const bytes = yield* readInto(new Uint8Array(head.size_bytes), 0)
          const etag = yield* writeWithFallback((attributes) =>
            store.put(to.s3, to.bucket, to.key, { ...bodyOf(bytes), attributes })
          )
          yield* applyGrants
          tell(bytes.length)
          return etag
        })
      )

    const size = Math.max(PART_SIZE, Math.ceil(head.size_bytes / MAX_PARTS / mebibyte) * mebibyte)
    if (size > largestPart)
      return yield* new Conflict({
        code: "state_conflict",
        detail: "Objects above 625 GiB are not copied through the service"
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
    return yield* held.withPermit(Effect.tap(Effect.acquireUseRelease(started(false), sent, end), () => applyGrants))
  })
}
