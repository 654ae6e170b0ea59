import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput
} from "@aws-sdk/client-s3"
import { Effect, Layer } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { ObjectVersion } from "#domain/objects/VersionListing.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { listVersions } from "./listVersions.ts"
import { noConflict, S3Calls } from "./S3Calls.ts"
import { uploadsPage } from "./uploadsPage.ts"
import type { VersionsDocument } from "./versionsXml.ts"

const versionOf = (version: VersionsDocument["versions"][number]): ObjectVersion => ({
  key: version.key,
  version_id: version.versionId,
  is_latest: version.isLatest,
  is_delete_marker: version.isMarker,
  size_bytes: version.size,
  etag: version.etag,
  storage_class: version.storageClass,
  modified_at: new Date(version.writtenAt).toISOString()
})

export const BucketPagesS3 = Layer.effect(
  BucketPages,
  Effect.gen(function* () {
    const calls = yield* S3Calls
    const ask = <A>(target: S3Target, about: string, command: object, proof?: string) =>
      noConflict(calls.send<A>(target, command, { about, idempotent: true, ...(proof === undefined ? {} : { proof }) }))

    return BucketPages.of({
      versions: (target, bucket, { after, delimiter, maxKeys, prefix }) =>
        Effect.map(
          ask<{ readonly listing: VersionsDocument }>(
            target,
            bucket,
            listVersions({
              Bucket: bucket,
              Prefix: prefix,
              Delimiter: delimiter === "" ? undefined : delimiter,
              MaxKeys: maxKeys,
              KeyMarker: after?.key,
              VersionIdMarker: after?.versionId || undefined
            }),
            "listing"
          ),
          ({ listing: { next, prefixes, versions } }) => ({
            prefix,
            delimiter,
            prefixes,
            versions: versions.map(versionOf),
            next_key_marker: next?.key ?? null,
            next_version_id_marker: next?.versionId || null
          })
        ),
      uploads: (target, bucket, { after, maxUploads, prefix }) =>
        Effect.map(
          Effect.flatMap(
            ask<ListMultipartUploadsCommandOutput>(
              target,
              bucket,
              new ListMultipartUploadsCommand({
                Bucket: bucket,
                Prefix: prefix,
                EncodingType: "url",
                MaxUploads: maxUploads,
                KeyMarker: after?.key,
                UploadIdMarker: after?.uploadId || undefined
              }),
              "IsTruncated"
            ),
            uploadsPage
          ),
          ({ next, uploads }) => ({
            prefix,
            uploads: uploads.map((one) => ({
              key: one.key,
              upload_id: one.uploadId,
              initiated_at: one.begunAt?.toISOString() ?? null,
              storage_class: one.storageClass
            })),
            next_key_marker: next?.key ?? null,
            next_upload_id_marker: next?.uploadId ?? null
          })
        ),
      abort: (target, bucket, key, uploadId) =>
        ask(
          target,
          `${bucket}/${key}`,
          new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId })
        ).pipe(
          Effect.asVoid,
          Effect.catchTag("NotFound", () => Effect.void)
        )
    })
  })
)
