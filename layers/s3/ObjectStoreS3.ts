import {
  DeleteObjectCommand, DeleteObjectsCommand, type DeleteObjectsCommandOutput, GetBucketCorsCommand, type GetBucketCorsCommandOutput, GetObjectCommand,
  type GetObjectCommandOutput, HeadObjectCommand, type HeadObjectCommandOutput,
  PutObjectCommand, type PutObjectCommandOutput
} from "@aws-sdk/client-s3"
import { Duration, Effect, Layer } from "effect"
import type { Readable } from "node:stream"
import { attachment } from "#domain/objects/attachment.ts"
import { type GatewayFailure, type NotFound, RangeNotSatisfiable, type StorageError } from "#domain/errors/Errors.ts"
import type { KeyOutcome, ObjectFacts, ObjectPage } from "#domain/objects/ObjectListing.ts"
import { type ObjectSight, ObjectStore } from "#services/objects/ObjectStore.ts"
import { xmlCarries } from "./keyText.ts"
import { listObjects } from "./listObjects.ts"
import type { ListingDocument } from "./listingXml.ts"
import type { S3Target } from "#domain/endpoints/Targets.ts"
import { noConflict, S3Calls } from "./S3Calls.ts"
import { storageText } from "./s3Failure.ts"
import { attributesOf, checksumOf } from "./uploadHeaders.ts"
import { bytesOf, withBody } from "./sizedBody.ts"

const factsOf = (key: string, found: HeadObjectCommandOutput | GetObjectCommandOutput): ObjectFacts => ({
  key,
  size_bytes: Number(/\/(\d+)$/.exec("ContentRange" in found ? found.ContentRange ?? "" : "")?.[1] ?? found.ContentLength ?? 0),
  etag: found.ETag ?? null,
  content_type: found.ContentType ?? null,
  storage_class: found.StorageClass ?? "STANDARD",
  modified_at: found.LastModified?.toISOString() ?? null,
  metadata: found.Metadata ?? {},
  ...(found.ChecksumCRC32 === undefined ? {} : { checksum: found.ChecksumCRC32 })
})

const seen = ({ ifMatch, versionId }: ObjectSight = {}) => ({ VersionId: versionId ?? undefined, IfMatch: ifMatch ?? undefined })

const outcomesOf = (keys: ReadonlyArray<string>, answer: DeleteObjectsCommandOutput): ReadonlyArray<KeyOutcome> => {
  const failed = new Map((answer.Errors ?? []).map((error) => [error.Key ?? "", error.Code ?? "Unknown"]))
  const deleted = new Set((answer.Deleted ?? []).map(({ Key }) => Key))
  return keys.map((key) => {
    const code = failed.get(key) ?? (deleted.has(key) ? null : "Unanswered")
    return { key, deleted: code === null, code, detail: code === null ? null : storageText(code) }
  })
}

/** Objects with the AWS SDK. Open: EndpointGuard. */
export const ObjectStoreS3 = Layer.effect(ObjectStore, Effect.gen(function*() {
  const calls = yield* S3Calls

  const facts: ObjectStore["Service"]["facts"] = (target, bucket, key, sight) =>
    Effect.map(
      noConflict(calls.send<HeadObjectCommandOutput>(target, new HeadObjectCommand({ Bucket: bucket, Key: key, ChecksumMode: "ENABLED", ...seen(sight) }), { about: `${bucket}/${key}`, idempotent: true, proof: "ETag" })),
      (found) => factsOf(key, found)
    )

  const removeOne = (target: S3Target, bucket: string, key: string): Effect.Effect<KeyOutcome, NotFound | GatewayFailure> =>
    noConflict(calls.send(target, new DeleteObjectCommand({ Bucket: bucket, Key: key }), { about: bucket, idempotent: true })).pipe(
      Effect.as({ key, deleted: true, code: null, detail: null }),
      Effect.catchIf(
        (error): error is StorageError => error._tag === "StorageError" && (error.storage_status ?? 500) < 500,
        ({ detail, storage_code }) => Effect.succeed({ key, deleted: false, code: storage_code, detail })
      )
    )

  const removeListed = (target: S3Target, bucket: string, keys: ReadonlyArray<string>) =>
    keys.length === 0 ? Effect.succeed([]) : Effect.map(
      noConflict(calls.send<DeleteObjectsCommandOutput>(target, new DeleteObjectsCommand({
        Bucket: bucket, Delete: { Objects: keys.map((Key) => ({ Key })) }
      }), { about: bucket, idempotent: true, timeout: Duration.minutes(2) })),
      (answer) => outcomesOf(keys, answer)
    )

  return ObjectStore.of({
    list: (target, bucket, { continuationToken, delimiter, maxKeys, prefix, startAfter }) =>
      Effect.map(
        noConflict(calls.send<{ readonly listing: ListingDocument }>(target, listObjects({
          Bucket: bucket, Prefix: prefix, Delimiter: delimiter === "" ? undefined : delimiter,
          ContinuationToken: continuationToken ?? undefined, StartAfter: continuationToken === null ? startAfter || undefined : undefined, MaxKeys: maxKeys
        }), { about: bucket, idempotent: true, proof: "listing" })),
        // S12: a page may be short, or hold nothing, and still not be the last: only the token tells
        ({ listing }): ObjectPage => ({
          prefix, delimiter, prefixes: listing.prefixes, objects: listing.objects, next_continuation_token: listing.next
        })
      ),
    facts,
    open: (target, bucket, key, range, sight) =>
      noConflict(calls.send<GetObjectCommandOutput>(
        target, new GetObjectCommand({ Bucket: bucket, Key: key, Range: range ?? undefined, ...seen(sight) }), { about: `${bucket}/${key}`, idempotent: true, proof: "ETag" }
      )).pipe(
        Effect.map((found) => ({
          facts: factsOf(key, found),
          size_bytes: found.ContentLength ?? 0,
          content_range: found.ContentRange ?? null,
          body: bytesOf("s3.GetObject", found.Body as Readable)
        })),
        Effect.catchIf(
          (error): error is StorageError => error._tag === "StorageError" && error.storage_status === 416,
          () => Effect.flatMap(facts(target, bucket, key, sight), ({ size_bytes }) => Effect.fail(new RangeNotSatisfiable({ size_bytes })))
        )
      ),
    put: (target, bucket, key, body) =>
      withBody(body, (readable) =>
        noConflict(calls.send<PutObjectCommandOutput>(target, new PutObjectCommand({
          Bucket: bucket, Key: key, ContentType: body.content_type, ContentLength: body.size_bytes, ...attributesOf(body.attributes), ...checksumOf(body.checksum),
          Body: body.size_bytes === 0 ? new Uint8Array() : readable
        }), { about: bucket, idempotent: false, transfer: true, proof: "ETag" }))).pipe(Effect.map(({ ETag }) => ETag ?? "")),
    removeMany: Effect.fnUntraced(function*(target, bucket, keys) {
      const listed = yield* removeListed(target, bucket, keys.filter(xmlCarries))
      const alone = yield* Effect.forEach(keys.filter((key) => !xmlCarries(key)), (key) => removeOne(target, bucket, key), { concurrency: 8 })
      const outcomes = new Map([...listed, ...alone].map((outcome) => [outcome.key, outcome]))
      return keys.flatMap((key) => outcomes.get(key) ?? [])
    }),
    corsRules: (target, bucket) =>
      noConflict(calls.send<GetBucketCorsCommandOutput>(target, new GetBucketCorsCommand({ Bucket: bucket }), { about: bucket, idempotent: true })).pipe(
        Effect.map(({ CORSRules }) => (CORSRules ?? []).map((rule) => ({
          origins: rule.AllowedOrigins ?? [], methods: rule.AllowedMethods ?? [], headers: rule.AllowedHeaders ?? [], exposed: rule.ExposeHeaders ?? []
        }))),
        // S3: not configured is a 404 of its own; a key that may not read the rules, or a gateway without any, promises a browser nothing
        Effect.catchIf(
          (error) => error._tag === "StorageError" &&
            (error.storage_code === "NoSuchCORSConfiguration" || [403, 405, 501].includes(error.storage_status ?? 0)),
          () => Effect.succeed([])
        )
      ),
    downloadUrl: (target, bucket, key, seconds, sight) =>
      calls.sign(target, new GetObjectCommand({ Bucket: bucket, Key: key, ...seen(sight), ResponseContentDisposition: attachment(key) }), { expiresIn: seconds })
  })
}))
