import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompleteMultipartUploadCommandOutput,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandOutput,
  ListPartsCommand,
  type ListPartsCommandOutput,
  PutObjectCommand,
  UploadPartCommand,
  type UploadPartCommandOutput
} from "@aws-sdk/client-s3"
import { Duration, Effect, Layer, Option, Stream } from "effect"
import type { UploadedPart } from "#domain/objects/Upload.ts"
import type { CopiedAttributes } from "#domain/objects/uploadAttributes.ts"
import { isStorableText } from "#domain/platform/Text.ts"
import { MultipartStore, type UploadAddress } from "#services/objects/MultipartStore.ts"
import type { CustomerKey } from "#services/objects/ObjectDetailStore.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { noConflict, S3Calls } from "./S3Calls.ts"
import { unreadable } from "./s3Failure.ts"
import { Memory } from "#services/platform/health/Memory.ts"
import { customerFields, keyRefusals } from "./customerKeys.ts"
import { attributesOf, checksumOf, namedHeaders, signedHeaders } from "./uploadHeaders.ts"
import { withBody } from "./sizedBody.ts"

/** RGW reads 1 MiB of a CompleteMultipartUpload (S21): ten thousand parts fit only without their checksums. */
const MAX_PARTS_WITH_CHECKSUMS = 7_000

const COMPLETE_TIMEOUT = Duration.minutes(5)

const startAttributes = (attributes: CopiedAttributes | undefined) => {
  const { IfNoneMatch: _, ...rest } = attributesOf(attributes)
  return rest
}

const named = (upload: UploadAddress) => ({ Bucket: upload.bucket, Key: upload.key, UploadId: upload.gatewayUploadId })
const about = (upload: { readonly bucket: string; readonly key: string }) => `${upload.bucket}/${upload.key}`

export const MultipartStoreS3 = Layer.effect(
  MultipartStore,
  Effect.gen(function* () {
    const calls = yield* S3Calls
    const memory = yield* Memory

    const partsPage = (target: S3Target, upload: UploadAddress, marker: string | undefined, customerKey: CustomerKey) =>
      Effect.map(
        noConflict(
          calls.send<ListPartsCommandOutput>(
            target,
            new ListPartsCommand({ ...named(upload), ...customerFields(customerKey), PartNumberMarker: marker }),
            { about: about(upload), idempotent: true, proof: "UploadId" }
          )
        ),
        (page) =>
          [
            (page.Parts ?? []).flatMap(
              (part): ReadonlyArray<UploadedPart> =>
                part.PartNumber === undefined || part.ETag === undefined
                  ? []
                  : [
                      {
                        part_number: part.PartNumber,
                        etag: part.ETag,
                        size_bytes: part.Size ?? 0,
                        checksum: part.ChecksumCRC32 ?? null
                      }
                    ]
            ),
            page.IsTruncated === true && page.NextPartNumberMarker !== undefined
              ? Option.some(page.NextPartNumberMarker)
              : Option.none<string>()
          ] as const
      )

    return MultipartStore.of({
      start: (target, bucket, key, contentType, attributes, customerKey = null) =>
        Effect.flatMap(
          keyRefusals(
            target,
            customerKey
          )(
            noConflict(
              calls.send<CreateMultipartUploadCommandOutput>(
                target,
                new CreateMultipartUploadCommand({
                  Bucket: bucket,
                  Key: key,
                  ContentType: contentType,
                  ...(attributes?.no_checksum === true
                    ? {}
                    : { ChecksumAlgorithm: "CRC32" as const, ChecksumType: "FULL_OBJECT" as const }),
                  ...startAttributes(attributes),
                  ...customerFields(customerKey)
                }),
                { about: bucket, idempotent: false, proof: "UploadId" }
              )
            )
          ),
          ({ UploadId = "" }) =>
            isStorableText(UploadId) ? Effect.succeed(UploadId) : Effect.fail(unreadable("CreateMultipartUpload", 200))
        ),
      part: (target, upload, partNumber, body) =>
        withBody(body, memory.passed, (readable) =>
          keyRefusals(
            target,
            body.customerKey
          )(
            noConflict(
              calls.send<UploadPartCommandOutput>(
                target,
                new UploadPartCommand({
                  ...named(upload),
                  ...customerFields(body.customerKey),
                  PartNumber: partNumber,
                  ContentLength: body.size_bytes,
                  ...checksumOf(body.checksum),
                  Body: readable
                }),
                { about: about(upload), idempotent: false, transfer: true, proof: "ETag" }
              )
            )
          )
        ).pipe(Effect.map(({ ETag }) => ETag ?? "")),
      parts: (target, upload, customerKey = null) =>
        Stream.paginate(undefined as string | undefined, (marker) =>
          partsPage(target, upload, marker, customerKey)
        ).pipe(Stream.runCollect),
      complete: (target, upload, parts, customerKey = null, onlyNew = false) =>
        Effect.map(
          noConflict(
            calls.send<CompleteMultipartUploadCommandOutput>(
              target,
              new CompleteMultipartUploadCommand({
                ...named(upload),
                ...customerFields(customerKey),
                ...(onlyNew ? { IfNoneMatch: "*" } : {}),
                MultipartUpload: {
                  Parts: parts.map((part) => ({
                    PartNumber: part.part_number,
                    ETag: part.etag,
                    ...(part.checksum === null || parts.length > MAX_PARTS_WITH_CHECKSUMS
                      ? {}
                      : { ChecksumCRC32: part.checksum })
                  }))
                }
              }),
              { about: about(upload), idempotent: false, timeout: COMPLETE_TIMEOUT, proof: "ETag" }
            )
          ),
          ({ ChecksumCRC32 }) => ChecksumCRC32 ?? null
        ),
      abort: (target, upload) =>
        noConflict(
          calls.send(target, new AbortMultipartUploadCommand(named(upload)), { about: about(upload), idempotent: true })
        ).pipe(
          Effect.asVoid,
          Effect.catchTag("NotFound", () => Effect.void)
        ),
      partUrl: (target, upload, partNumber, contentType, seconds, { attributes, checksum } = {}) => {
        // T4: a browser sends the type of a Blob, and the gateway refuses one that is not signed
        const single = upload.gatewayUploadId === null
        const command =
          upload.gatewayUploadId === null
            ? new PutObjectCommand({
                Bucket: upload.bucket,
                Key: upload.key,
                ContentType: contentType,
                ...attributesOf(attributes),
                ...checksumOf(checksum)
              })
            : new UploadPartCommand({
                Bucket: upload.bucket,
                Key: upload.key,
                UploadId: upload.gatewayUploadId,
                PartNumber: partNumber
              })
        const headers = single
          ? { "content-type": contentType, ...signedHeaders(checksum, attributes) }
          : ({} as Record<string, string>)
        const named = namedHeaders(headers)
        return Effect.map(
          calls.sign(target, command, {
            expiresIn: seconds,
            ...(single ? { signableHeaders: named, unhoistableHeaders: named } : {})
          }),
          (url) => ({ url, headers })
        )
      }
    })
  })
)
