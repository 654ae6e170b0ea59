import {
  CreateBucketCommand,
  DeleteBucketCommand,
  HeadBucketCommand,
  type HeadBucketCommandOutput,
  ListBucketsCommand,
  type ListBucketsCommandOutput
} from "@aws-sdk/client-s3"
import { Effect, Layer, Option } from "effect"
import { type BucketStatistics, measuredBucket } from "#domain/buckets/BucketListing.ts"
import { sanitizeText } from "#domain/platform/Text.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { dieOnNotFound, noConflict, S3Calls } from "./S3Calls.ts"
import { headWithStatistics } from "./headWithStatistics.ts"

const statisticsOf = (name: string, headers: Record<string, string>): BucketStatistics => {
  const count = (header: string): number | null => {
    const text = headers[header]
    return text === undefined || !/^\d+$/.test(text) ? null : Number(text)
  }
  return measuredBucket(name, {
    used_bytes: count("x-rgw-bytes-used"),
    object_count: count("x-rgw-object-count"),
    quota_max_size_bytes: count("x-rgw-quota-bucket-size"),
    quota_max_objects: count("x-rgw-quota-bucket-objects")
  })
}

export const BucketGatewayS3 = Layer.effect(
  BucketGateway,
  Effect.gen(function* () {
    const calls = yield* S3Calls
    return BucketGateway.of({
      // S8: RGW answers all buckets in one page
      list: (target) =>
        dieOnNotFound(
          noConflict(
            calls.send<ListBucketsCommandOutput>(target, new ListBucketsCommand({}), {
              about: "buckets",
              idempotent: true,
              proof: "Owner"
            })
          )
        ).pipe(
          Effect.map(({ Buckets }) =>
            (Buckets ?? []).flatMap(({ Name, CreationDate }) =>
              Name === undefined ? [] : [{ name: sanitizeText(Name), created_at: CreationDate?.toISOString() ?? null }]
            )
          )
        ),
      statistics: (target, name) =>
        noConflict(
          calls.send<HeadBucketCommandOutput & { readonly rgw: Record<string, string> }>(
            target,
            headWithStatistics(name),
            { about: name, idempotent: true }
          )
        ).pipe(
          Effect.map(({ rgw }) => Option.some(statisticsOf(name, rgw))),
          Effect.catchTag("NotFound", () => Effect.succeedNone)
        ),
      exists: (target, name) =>
        noConflict(calls.send(target, new HeadBucketCommand({ Bucket: name }), { about: name, idempotent: true })).pipe(
          Effect.as(true),
          Effect.catchTag("NotFound", () => Effect.succeed(false)),
          // another owner's bucket exists, but cannot be read
          Effect.catchIf(
            (error) => error._tag === "StorageError" && error.storage_status === 403,
            () => Effect.succeed(true)
          )
        ),
      create: (target, name, { objectLock }) =>
        calls
          .change(
            target,
            new CreateBucketCommand({
              Bucket: name,
              ...(objectLock ? { ObjectLockEnabledForBucket: true } : {})
            }),
            { about: name, idempotent: false }
          )
          .pipe(Effect.catchTag("NotFound", (missing) => Effect.die(missing))),
      remove: (target, name) =>
        calls.change(target, new DeleteBucketCommand({ Bucket: name }), { about: name, idempotent: false })
    })
  })
)
