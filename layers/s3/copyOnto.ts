import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompleteMultipartUploadCommandOutput,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  type CreateMultipartUploadCommandOutput,
  UploadPartCopyCommand,
  type UploadPartCopyCommandOutput
} from "@aws-sdk/client-s3"
import { Context, Duration, Effect, Exit, Redacted } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { carriedProperties, type CopyProperties } from "#domain/objects/CopyProperties.ts"
import type { ObjectHead } from "#domain/objects/ObjectDetails.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import type { Copy, CopyFrom, CustomerKey } from "#services/objects/ObjectDetailStore.ts"
import { copyFields } from "./copyFields.ts"
import { customerFields } from "./customerKeys.ts"
import { ExpiresText } from "./expiresText.ts"
import { aclFields } from "./objectGrants.ts"
import { noConflict, type S3Calls } from "./S3Calls.ts"
import { unreadable } from "./s3Failure.ts"

const GIBIBYTE = 1024 ** 3

/** Largest size of one CopyObject, and part size above it, in bytes. */
export class CopySizes extends Context.Reference<{ readonly whole: number; readonly part: number }>(
  "stowage/layers/s3/CopySizes",
  {
    defaultValue: () => ({ whole: 5 * GIBIBYTE, part: GIBIBYTE })
  }
) {}

export const COPY_TIMEOUT = Duration.minutes(30)

export const staleObject = () =>
  new Conflict({ code: "stale_plan", detail: "Somebody else has changed this object in the meantime; read it again" })

/** Encodes slashes too, so that a leading one stays part of the key. */
export const copySource = (bucket: string, key: string, versionId: string | null): string =>
  `${bucket}/${encodeURIComponent(key)}${versionId === null ? "" : `?versionId=${encodeURIComponent(versionId)}`}`

const sourceFields = (key: CustomerKey) =>
  key === null ? {} : { CopySourceSSECustomerAlgorithm: "AES256", CopySourceSSECustomerKey: Redacted.value(key) }

/** RGW reads a plus as a plus, not a space. */
const taggingText = (tags: Copy["tags"]): string =>
  tags.map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join("&")

/** RGW deletes tags with the metadata unless they are named. */
const objectFields = (
  { tags, wanted: newProperties }: Pick<Copy, "tags" | "wanted">,
  properties: CopyProperties,
  key: CustomerKey
) => {
  const { headers, metadata } = newProperties
  return {
    ContentType: headers.content_type ?? undefined,
    CacheControl: headers.cache_control ?? undefined,
    ContentDisposition: headers.content_disposition ?? undefined,
    ContentEncoding: headers.content_encoding ?? undefined,
    ContentLanguage: headers.content_language ?? undefined,
    Expires: headers.expires === null ? undefined : new ExpiresText(headers.expires),
    Metadata: { ...metadata },
    // RGW refuses an empty tagging header
    ...(tags.length === 0 ? {} : { Tagging: taggingText(tags) }),
    ...copyFields(properties, key)
  }
}

const mapStale = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchIf(
    effect,
    (error) => (error as { storage_status?: number | null }).storage_status === 412,
    () => Effect.fail(staleObject())
  )

interface PartsWanted<E> {
  readonly place: { readonly Bucket: string; readonly Key: string }
  readonly fields: Omit<CreateMultipartUploadCommandInput, "Bucket" | "Key">
  readonly source: string
  readonly etag: string | null
  readonly bytes: number
  readonly key: CustomerKey
  readonly unchanged: Effect.Effect<void, E>
}

const copyParts = Effect.fnUntraced(function* <E>(
  calls: S3Calls["Service"],
  target: S3Target,
  { bytes, etag, key, place, fields, source, unchanged }: PartsWanted<E>
) {
  const sizes = yield* CopySizes
  const about = `${place.Bucket}/${place.Key}`
  const started = yield* noConflict(
    calls.send<CreateMultipartUploadCommandOutput>(target, new CreateMultipartUploadCommand({ ...place, ...fields }), {
      about,
      idempotent: false,
      proof: "UploadId"
    })
  )
  const upload = { ...place, UploadId: started.UploadId ?? "" }
  const copyPart = (index: number) => {
    const first = index * sizes.part
    const last = Math.min(first + sizes.part, bytes) - 1
    return Effect.flatMap(
      mapStale(
        noConflict(
          calls.send<UploadPartCopyCommandOutput>(
            target,
            new UploadPartCopyCommand({
              ...upload,
              ...customerFields(key),
              ...sourceFields(key),
              PartNumber: index + 1,
              CopySourceRange: `bytes=${first}-${last}`,
              CopySource: source,
              CopySourceIfMatch: etag ?? undefined
            }),
            { about, idempotent: true, timeout: COPY_TIMEOUT, proof: "CopyPartResult" }
          )
        )
      ),
      ({ CopyPartResult }) =>
        CopyPartResult?.ETag === undefined
          ? Effect.fail(unreadable("s3.UploadPartCopy", 200))
          : Effect.succeed({ PartNumber: index + 1, ETag: CopyPartResult.ETag })
    )
  }
  const joined = Effect.gen(function* () {
    const count = Math.ceil(bytes / sizes.part)
    const Parts = yield* Effect.forEach(
      Array.from({ length: count }, (_, index) => index),
      copyPart,
      { concurrency: 4 }
    )
    // RGW ignores conditions on the source of a part
    yield* unchanged
    const { ETag } = yield* noConflict(
      calls.send<CompleteMultipartUploadCommandOutput>(
        target,
        new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }),
        {
          about,
          idempotent: false,
          timeout: Duration.minutes(5),
          proof: "ETag"
        }
      )
    )
    return ETag ?? null
  })
  return yield* Effect.onExit(joined, (exit) =>
    Exit.isSuccess(exit)
      ? Effect.void
      : Effect.ignore(calls.send(target, new AbortMultipartUploadCommand(upload), { about, idempotent: true }))
  )
})

export const copyOnto = <E>(calls: S3Calls["Service"], unchanged: Effect.Effect<void, E>) =>
  Effect.fnUntraced(function* (target: S3Target, bucket: string, copy: Copy, customerKey: CustomerKey, now: number) {
    const { head } = copy
    const sizes = yield* CopySizes
    const key = head.encryption.kind === "sse_c" ? customerKey : null
    const place = { Bucket: bucket, Key: head.key }
    const { headers, storage_class } = copy.wanted
    const properties = carriedProperties(
      {
        encryption: head.encryption,
        lock: copy.lock,
        acl: copy.acl,
        storageClass: storage_class,
        websiteRedirect: headers.website_redirect
      },
      [],
      now
    )
    // the owner stays the same, so single grants travel with the copy and never lapse
    const fields = { ...objectFields(copy, properties, key), ...aclFields(copy.acl) }

    if (head.size_bytes <= sizes.whole) {
      return yield* mapStale(
        Effect.asVoid(
          noConflict(
            calls.send(
              target,
              new CopyObjectCommand({
                ...place,
                ...fields,
                ...sourceFields(key),
                MetadataDirective: "REPLACE",
                TaggingDirective: "REPLACE",
                // without a version the ETag condition finds a newer object instead of hiding it
                CopySource: copySource(bucket, head.key, copy.fromVersion ? head.version_id : null),
                CopySourceIfMatch: head.etag ?? undefined
              }),
              { about: `${bucket}/${head.key}`, idempotent: false, timeout: COPY_TIMEOUT, proof: "CopyObjectResult" }
            )
          )
        )
      )
    }
    yield* copyParts(calls, target, {
      place,
      fields,
      source: copySource(bucket, head.key, head.version_id),
      etag: head.etag,
      bytes: head.size_bytes,
      key,
      unchanged
    })
  })

export interface LargeCopy {
  readonly head: ObjectHead
  readonly tags: Copy["tags"]
  readonly properties: CopyProperties
}

export const copyToOtherKey =
  <E>(calls: S3Calls["Service"], { head, properties, tags }: LargeCopy, unchanged: Effect.Effect<void, E>) =>
  (target: S3Target, from: CopyFrom, to: { readonly bucket: string; readonly key: string }) =>
    copyParts(calls, target, {
      place: { Bucket: to.bucket, Key: to.key },
      fields: objectFields({ wanted: head, tags }, properties, null),
      source: copySource(from.bucket, from.key, from.versionId),
      etag: from.etag,
      bytes: from.sizeBytes,
      key: null,
      unchanged
    })
