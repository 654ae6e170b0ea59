import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketReplicationCommand,
  type GetBucketReplicationCommandOutput,
  GetBucketVersioningCommand,
  type GetBucketVersioningCommandOutput,
  GetObjectLockConfigurationCommand,
  type GetObjectLockConfigurationCommandOutput,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput
} from "@aws-sdk/client-s3"
import { Duration, Effect, Layer } from "effect"
import { type GatewayFailure, NotFound, type StorageError } from "#domain/platform/errors/Errors.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { BucketContents, type ListedVersion } from "#services/buckets/emptying/BucketContents.ts"
import { EndpointGuard } from "../gateway/EndpointGuard.ts"
import { GatewayHttp } from "../rgw/GatewayHttp.ts"
import { bareCall } from "./bareCall.ts"
import { deleteDocument, undeletedVersions } from "./deleteVersions.ts"
import { isDone, refused } from "./featureDocument.ts"
import { isXmlSafeKey } from "./keyText.ts"
import { listVersions } from "./listVersions.ts"
import { noConflict, S3Calls } from "./S3Calls.ts"
import { unreadable } from "./s3Failure.ts"
import { uploadsPage } from "./uploadsPage.ts"
import type { VersionsDocument } from "./versionsXml.ts"

const PAGE_SIZE = 1_000
const DELETE_TIMEOUT = Duration.minutes(2)

/** Only the time of the answer matters; the key may exist. */
const PROBE_KEY = ".stowage-answers"

type Outcome = { readonly version: ListedVersion; readonly code: string }

/** S3: a missing configuration is a 404 with its own code; null when reading is refused or unsupported. */
const readOptional = <A>(
  reading: Effect.Effect<A, NotFound | GatewayFailure>,
  absent: A
): Effect.Effect<A | null, NotFound | GatewayFailure> =>
  Effect.catchIf(
    reading,
    (error): error is StorageError =>
      error._tag === "StorageError" && [403, 404, 405, 501].includes(error.storage_status ?? 0),
    ({ storage_status }) => Effect.succeed(storage_status === 404 ? absent : null)
  )

export const BucketContentsS3 = Layer.effect(
  BucketContents,
  Effect.gen(function* () {
    const calls = yield* S3Calls
    const call = bareCall(yield* GatewayHttp, yield* EndpointGuard)

    const ask = <A>(target: S3Target, bucket: string, command: object, proof?: string) =>
      noConflict(
        calls.send<A>(target, command, { about: bucket, idempotent: true, ...(proof === undefined ? {} : { proof }) })
      )

    const removeOne = (
      target: S3Target,
      bucket: string,
      version: ListedVersion
    ): Effect.Effect<ReadonlyArray<Outcome>, NotFound | GatewayFailure> =>
      ask(
        target,
        bucket,
        new DeleteObjectCommand({ Bucket: bucket, Key: version.key, VersionId: version.versionId })
      ).pipe(
        Effect.as<ReadonlyArray<Outcome>>([]),
        Effect.catchIf(
          (error): error is StorageError => error._tag === "StorageError" && (error.storage_status ?? 500) < 500,
          ({ storage_code: code }) => Effect.succeed<ReadonlyArray<Outcome>>([{ version, code }])
        )
      )

    const removeListed = (target: S3Target, bucket: string, versions: ReadonlyArray<ListedVersion>) => {
      const operation = "s3.DeleteObjects"
      return versions.length === 0
        ? Effect.succeed<ReadonlyArray<Outcome>>([])
        : call(
            target,
            operation,
            {
              method: "POST",
              bucket,
              query: { delete: "" },
              document: { type: "application/xml", text: deleteDocument(versions) },
              idempotent: true,
              timeout: DELETE_TIMEOUT
            },
            (answer) => {
              if (isDone(answer))
                return Effect.fromNullishOr(undeletedVersions(versions, answer)).pipe(
                  Effect.mapError(() => unreadable(operation, answer.status))
                )
              const { code, error } = refused(operation, answer)
              return Effect.fail(code === "NoSuchBucket" ? new NotFound({ entity: "Storage", id: bucket }) : error)
            }
          )
    }

    return BucketContents.of({
      versions: (target, bucket, after) =>
        Effect.map(
          ask<{ readonly listing: VersionsDocument }>(
            target,
            bucket,
            listVersions({
              Bucket: bucket,
              MaxKeys: PAGE_SIZE,
              KeyMarker: after?.key,
              VersionIdMarker: after?.versionId || undefined
            }),
            "listing"
          ),
          ({ listing: { next, versions } }) => ({
            next,
            versions: versions.map(({ isMarker, key, size, versionId }) => ({ key, versionId, bytes: size, isMarker }))
          })
        ),
      removeVersions: Effect.fnUntraced(function* (target, bucket, versions) {
        const listed = yield* removeListed(
          target,
          bucket,
          versions.filter(({ key }) => isXmlSafeKey(key))
        )
        const alone = yield* Effect.forEach(
          versions.filter(({ key }) => !isXmlSafeKey(key)),
          (version) => removeOne(target, bucket, version),
          { concurrency: 4 }
        )
        return [...listed, ...alone.flat()]
      }),
      answers: (target, bucket) => {
        const operation = "s3.HeadObject"
        return call(
          target,
          operation,
          { method: "HEAD", bucket, key: PROBE_KEY, query: {}, idempotent: true },
          (answer) => (answer.status < 500 ? Effect.void : Effect.fail(refused(operation, answer).error))
        ).pipe(Effect.catchTag("NotFound", () => Effect.void))
      },
      lockOf: (target, bucket, { key, versionId }) =>
        Effect.match(
          ask<HeadObjectCommandOutput>(
            target,
            bucket,
            new HeadObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId })
          ),
          {
            onFailure: () => null,
            onSuccess: ({ ObjectLockLegalHoldStatus, ObjectLockMode, ObjectLockRetainUntilDate }) => ({
              mode: ObjectLockMode ?? null,
              until: ObjectLockRetainUntilDate?.toISOString() ?? null,
              hold: ObjectLockLegalHoldStatus === "ON"
            })
          }
        ),
      uploads: (target, bucket) =>
        Effect.flatMap(
          ask<ListMultipartUploadsCommandOutput>(
            target,
            bucket,
            new ListMultipartUploadsCommand({ Bucket: bucket, EncodingType: "url", MaxUploads: PAGE_SIZE }),
            "IsTruncated"
          ),
          (page) => Effect.map(uploadsPage(page), ({ uploads }) => uploads)
        ),
      abort: (target, bucket, { key, uploadId }) =>
        ask(target, bucket, new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId })).pipe(
          Effect.asVoid,
          Effect.catchTag("NotFound", () => Effect.void)
        ),
      settings: Effect.fnUntraced(function* (target, bucket) {
        const [versioning, objectLock, lifecycle, replication] = yield* Effect.all(
          [
            readOptional(
              Effect.map(
                ask<GetBucketVersioningCommandOutput>(
                  target,
                  bucket,
                  new GetBucketVersioningCommand({ Bucket: bucket })
                ),
                ({ Status }) =>
                  Status === "Enabled"
                    ? ("enabled" as const)
                    : Status === "Suspended"
                      ? ("suspended" as const)
                      : ("off" as const)
              ),
              "off" as const
            ),
            readOptional(
              Effect.map(
                ask<GetObjectLockConfigurationCommandOutput>(
                  target,
                  bucket,
                  new GetObjectLockConfigurationCommand({ Bucket: bucket })
                ),
                (found) => found.ObjectLockConfiguration?.ObjectLockEnabled === "Enabled"
              ),
              false
            ),
            readOptional(
              Effect.as(ask(target, bucket, new GetBucketLifecycleConfigurationCommand({ Bucket: bucket })), true),
              false
            ),
            // S4: without any, RGW answers an empty one
            readOptional(
              Effect.map(
                ask<GetBucketReplicationCommandOutput>(
                  target,
                  bucket,
                  new GetBucketReplicationCommand({ Bucket: bucket })
                ),
                (found) => (found.ReplicationConfiguration?.Rules ?? []).length > 0
              ),
              false
            )
          ],
          { concurrency: 4 }
        )
        return { versioning, objectLock, lifecycle, replication }
      })
    })
  })
)
