import {
  GetBucketVersioningCommand,
  type GetBucketVersioningCommandOutput,
  GetObjectTaggingCommand,
  type GetObjectTaggingCommandOutput,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput
} from "@aws-sdk/client-s3"
import { Effect, Layer } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { LifecycleScan } from "#services/buckets/lifecycle/LifecycleScan.ts"
import { bareObjects } from "./bareObjects.ts"
import { listVersions } from "./listVersions.ts"
import { EndpointGuard } from "../gateway/EndpointGuard.ts"
import { GatewayHttp } from "../rgw/GatewayHttp.ts"
import { noConflict, S3Calls } from "./S3Calls.ts"
import { uploadsPage } from "./uploadsPage.ts"
import type { VersionsDocument } from "./versionsXml.ts"

const PAGE_SIZE = 1_000
export const LifecycleScanS3 = Layer.effect(
  LifecycleScan,
  Effect.gen(function* () {
    const calls = yield* S3Calls
    const bare = bareObjects(yield* GatewayHttp, yield* EndpointGuard)
    const ask = <A>(target: S3Target, about: string, command: object, proof?: string) =>
      noConflict(calls.send<A>(target, command, { about, idempotent: true, ...(proof === undefined ? {} : { proof }) }))

    return LifecycleScan.of({
      versioning: (target, bucket) =>
        ask<GetBucketVersioningCommandOutput>(target, bucket, new GetBucketVersioningCommand({ Bucket: bucket })).pipe(
          Effect.map(({ Status }) =>
            Status === "Enabled"
              ? ("enabled" as const)
              : Status === "Suspended"
                ? ("suspended" as const)
                : ("off" as const)
          ),
          Effect.catchIf(
            (error) => error._tag === "StorageError" && [403, 405, 501].includes(error.storage_status ?? 0),
            () => Effect.succeed(null)
          )
        ),
      objects: (target, bucket, prefix, after) =>
        Effect.map(
          bare.list(target, bucket, { prefix, continuationToken: after, maxKeys: PAGE_SIZE }),
          ({ next, objects }) => ({
            versions: objects.map(({ key, modified_at, size_bytes, storage_class }) => ({
              // without a time no rule that counts days applies
              key,
              versionId: "null",
              size: size_bytes,
              writtenAt: modified_at === null ? Infinity : Date.parse(modified_at),
              isMarker: false,
              storageClass: storage_class
            })),
            next
          })
        ),
      versions: (target, bucket, prefix, after) =>
        Effect.map(
          ask<{ readonly listing: VersionsDocument }>(
            target,
            bucket,
            listVersions({
              Bucket: bucket,
              Prefix: prefix,
              KeyMarker: after?.key,
              VersionIdMarker: after?.versionId || undefined,
              MaxKeys: PAGE_SIZE
            }),
            "listing"
          ),
          ({ listing }) => listing
        ),
      uploads: (target, bucket, prefix, after) =>
        Effect.flatMap(
          ask<ListMultipartUploadsCommandOutput>(
            target,
            bucket,
            new ListMultipartUploadsCommand({
              Bucket: bucket,
              Prefix: prefix,
              EncodingType: "url",
              MaxUploads: PAGE_SIZE,
              KeyMarker: after?.key,
              UploadIdMarker: after?.uploadId || undefined
            }),
            "IsTruncated"
          ),
          (page) =>
            Effect.map(uploadsPage(page), ({ next, uploads }) => ({
              uploads: uploads.flatMap(({ begunAt, key }) =>
                begunAt === null ? [] : [{ key, begunAt: begunAt.getTime() }]
              ),
              next
            }))
        ),
      tags: (target, bucket, key, versionId) =>
        ask<GetObjectTaggingCommandOutput>(
          target,
          `${bucket}/${key}`,
          new GetObjectTaggingCommand({
            Bucket: bucket,
            Key: key,
            VersionId: versionId === "null" ? undefined : versionId
          })
        ).pipe(
          Effect.map(({ TagSet }) => (TagSet ?? []).map(({ Key = "", Value = "" }) => ({ key: Key, value: Value }))),
          Effect.catchTag("NotFound", () => Effect.succeed([]))
        )
    })
  })
)
