import { Effect } from "effect"
import { combineCrc32 } from "#domain/objects/crc32.ts"
import type { UploadedPart } from "#domain/objects/Upload.ts"
import { Conflict, InvalidInput, StorageError } from "#domain/platform/errors/Errors.ts"
import { MultipartStore } from "./MultipartStore.ts"
import { ObjectStore } from "./ObjectStore.ts"
import type { UploadFailure, UploadOwner } from "./UploadOwner.ts"
import type { UploadRecord } from "./UploadRecords.ts"

const isTaken = (error: { readonly _tag: string }): boolean =>
  error._tag === "StorageError" && (error as StorageError).storage_status === 412
const keyTaken = () => new Conflict({ code: "already_exists", detail: "Something is stored under this key by now" })

export const lengthMismatch = () =>
  new Conflict({
    code: "state_conflict",
    detail: "The gateway holds other bytes than were sent: their checksums differ"
  })

const checksumMismatch = (key: string) =>
  new StorageError({
    operation: "s3.CompleteMultipartUpload",
    storage_code: "ChecksumMismatch",
    storage_status: 200,
    storage_request_id: null,
    detail: `The gateway stored ${key} with another checksum than its parts have`
  })

export const requireCrc32 = (checksum: string | null) =>
  checksum === null || /^[A-Za-z0-9+/]{6}==$/.test(checksum)
    ? Effect.void
    : Effect.fail(InvalidInput.at("headers.x-amz-checksum-crc32", "Expected the base64 of four bytes"))

const combinedChecksum = (parts: ReadonlyArray<UploadedPart>): string | null => {
  const summed = parts.flatMap(({ checksum, size_bytes }) => (checksum === null ? [] : [{ checksum, size_bytes }]))
  return summed.length === parts.length ? combineCrc32(summed) : null
}

export const addressOf = (record: UploadRecord) => ({
  bucket: record.bucket,
  key: record.key,
  gatewayUploadId: record.gateway_upload_id
})

/** Proves that the gateway stores what was sent: its answers may be lost, and RGW accepts any checksum. */
export const uploadVerification = Effect.gen(function* () {
  const objects = yield* ObjectStore
  const multipart = yield* MultipartStore

  /** After a lost response, a taken key with the same bytes is a success. */
  const acceptSameObject =
    (
      { bucket, context, customerKey = null }: Omit<UploadOwner, "caller">,
      key: string,
      size: number,
      checksum: string | null
    ) =>
    <A, E extends UploadFailure>(store: Effect.Effect<A, E>) =>
      Effect.catchIf(store, isTaken, () =>
        Effect.flatMap(objects.facts(context.s3, bucket, key, { customerKey }), (facts) =>
          checksum !== null && facts.size_bytes === size && facts.checksum === checksum
            ? Effect.succeed(facts.etag ?? "")
            : Effect.fail(keyTaken())
        )
      )

  const findUploaded = ({ context, customerKey }: UploadOwner, record: UploadRecord) =>
    objects.facts(context.s3, record.bucket, record.key, { customerKey: customerKey ?? null }).pipe(
      Effect.map((facts) =>
        facts.size_bytes === record.size_bytes &&
        (record.strategy === "single" || facts.etag?.replaceAll('"', "").endsWith(`-${record.part_count}`) === true)
          ? facts
          : null
      ),
      Effect.catchTag("NotFound", () => Effect.succeed(null))
    )

  const joinParts = Effect.fnUntraced(function* (
    { context, customerKey }: UploadOwner,
    record: UploadRecord,
    gatewayUploadId: string,
    checksum: string | null
  ) {
    const address = { ...addressOf(record), gatewayUploadId }
    const parts = yield* multipart.parts(context.s3, address, customerKey)
    const receivedBytes = parts.reduce((total, { size_bytes }) => total + size_bytes, 0)
    if (parts.length !== record.part_count || receivedBytes !== record.size_bytes) {
      return yield* new Conflict({
        code: "state_conflict",
        detail: `${parts.length} of ${record.part_count} parts have arrived`
      })
    }
    const reportedChecksum = combinedChecksum(parts)
    if (checksum !== null && reportedChecksum !== null && reportedChecksum !== checksum) {
      return yield* lengthMismatch()
    }
    const sentChecksum = yield* multipart
      .complete(context.s3, address, parts, customerKey, record.attributes.only_new ?? false)
      .pipe(Effect.catchIf(isTaken, () => Effect.fail(keyTaken())))
    // RGW accepts any checksum: compare its response. Composite checksums (with `-`) are not comparable.
    if (
      sentChecksum !== null &&
      !sentChecksum.includes("-") &&
      reportedChecksum !== null &&
      sentChecksum !== reportedChecksum
    )
      return yield* checksumMismatch(record.key)
    return reportedChecksum
  })

  return { acceptSameObject, findUploaded, joinParts }
})
