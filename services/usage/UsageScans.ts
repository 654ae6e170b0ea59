import { Clock, Context, DateTime, Effect, Layer, Option } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { fullBucketName } from "#domain/gateways/endpoints/tenantOf.ts"
import type { GatewayFailure, NotFound, Unavailable } from "#domain/platform/errors/Errors.ts"
import type { PendingUploadPage } from "#domain/objects/PendingUploads.ts"
import { contentsCount } from "#domain/usage/contentsCount.ts"
import { countsDiffer, scanFindings } from "#domain/usage/usageFindings.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { LifecycleScan, type VersionPage } from "#services/buckets/lifecycle/LifecycleScan.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { MultipartStore } from "#services/objects/MultipartStore.ts"
import type { ScannedBucket } from "./UsageSnapshots.ts"

/** Scan limits: versions and delete markers, uploads, and uploads whose parts are summed. */
export const UsageBound = Context.Reference<{
  readonly versions: number
  readonly uploads: number
  readonly parts: number
}>("stowage/services/usage/UsageBound", { defaultValue: () => ({ versions: 100_000, uploads: 5_000, parts: 200 }) })

export interface BucketToScan {
  readonly name: string
  readonly tenant: string
  readonly used_bytes: number | null
  readonly object_count: number | null
  readonly versioning: "off" | "enabled" | "suspended" | null
}

const MAX_CONCURRENT_PART_READS = 4

export class UsageScans extends Context.Service<
  UsageScans,
  {
    /** Null for a deleted bucket. Refusals are results; only an unavailable gateway fails. */
    readonly scan: (context: ResolvedContext, bucket: BucketToScan) => Effect.Effect<ScannedBucket | null, Unavailable>
  }
>()("stowage/services/usage/UsageScans") {
  static readonly layer = Layer.effect(
    UsageScans,
    Effect.gen(function* () {
      const scan = yield* LifecycleScan
      const pages = yield* BucketPages
      const multipart = yield* MultipartStore
      const features = yield* FeatureStore
      const rgw = yield* Rgw
      const buckets = yield* BucketGateway

      const bytesNow = Effect.fnUntraced(function* ({ admin, bucketOwner, s3 }: ResolvedContext, bucket: BucketToScan) {
        const scanContents =
          admin === null
            ? yield* buckets.statistics(s3, bucket.name)
            : yield* rgw.bucket(
                admin,
                bucketOwner?._tag === "All" || bucket.tenant !== "" ? fullBucketName(bucket) : bucket.name
              )
        return Option.isNone(scanContents) ? null : scanContents.value.used_bytes
      })

      type Count = ReturnType<typeof contentsCount>

      const listed = Effect.fnUntraced(function* <Position>(
        count: Count,
        maxEntries: number,
        page: (after: Position | null) => Effect.Effect<VersionPage<Position>, NotFound | GatewayFailure>
      ) {
        let after: Position | null = null
        // limits the requests to a gateway that answers short pages
        for (let requests = 0; count.listed() < maxEntries && requests < Math.max(10, maxEntries / 100); requests++) {
          const scanContents: VersionPage<Position> = yield* page(after)
          count.versions(scanContents.versions)
          if (scanContents.next === null) return true
          after = scanContents.next
        }
        return false
      })

      const uploads = Effect.fnUntraced(function* (count: Count, { s3 }: ResolvedContext, bucket: string) {
        const bound = yield* UsageBound
        let inspectedCount = 0
        let after: { readonly key: string; readonly uploadId: string } | null = null
        while (inspectedCount < bound.uploads) {
          const page: PendingUploadPage = yield* pages.uploads(s3, bucket, { prefix: "", after, maxUploads: 1_000 })
          const measured = Math.max(0, bound.parts - inspectedCount)
          const sizes = yield* Effect.forEach(
            page.uploads.slice(0, measured),
            ({ key, upload_id }) =>
              multipart.parts(s3, { bucket, key, gatewayUploadId: upload_id }).pipe(
                Effect.map((parts): number | null => parts.reduce((sum, part) => sum + part.size_bytes, 0)),
                Effect.catchTag("NotFound", () => Effect.succeed(0)),
                Effect.catchTag(["StorageError", "StorageTimeout"], () => Effect.succeed(null))
              ),
            { concurrency: MAX_CONCURRENT_PART_READS }
          )
          page.uploads.forEach(({ initiated_at }, at) =>
            count.upload(initiated_at === null ? null : Date.parse(initiated_at), sizes[at] ?? null)
          )
          inspectedCount += page.uploads.length
          if (page.next_key_marker === null || page.uploads.length === 0) return true
          after = { key: page.next_key_marker, uploadId: page.next_upload_id_marker ?? "" }
        }
        return false
      })

      const scanContents = Effect.fnUntraced(function* (context: ResolvedContext, bucket: BucketToScan) {
        const { versions: maxEntries } = yield* UsageBound
        const count = contentsCount(bucket.name, yield* Clock.currentTimeMillis)
        const { s3 } = context
        const isUnversioned =
          bucket.versioning === "off"
            ? yield* listed<string>(count, maxEntries, (after) => scan.objects(s3, bucket.name, "", after))
            : yield* listed<{ readonly key: string; readonly versionId: string }>(count, maxEntries, (after) =>
                scan.versions(s3, bucket.name, "", after)
              )
        const allUploads = yield* uploads(count, context, bucket.name)
        const contents = count.result(isUnversioned && allUploads)
        // the count is old: warn only if the difference persists
        const differs =
          countsDiffer(contents, bucket.used_bytes) && countsDiffer(contents, yield* bytesNow(context, bucket))
        return { contents, differs }
      })

      const look = Effect.fn("UsageScans.scan")(function* (context: ResolvedContext, bucket: BucketToScan) {
        const looked_at = DateTime.formatIso(yield* DateTime.now)
        const has_lifecycle = yield* features.read(context, bucket.name, "lifecycle").pipe(
          Effect.map((document): boolean | null => document !== null),
          Effect.catchTag(["StorageError", "StorageTimeout", "NotFound"], () => Effect.succeed(null))
        )
        const identity = { name: bucket.name, tenant: bucket.tenant, looked_at, has_lifecycle }
        const failed = (problem: string): ScannedBucket => ({
          ...identity,
          looked: "failed",
          problem,
          findings: scanFindings(null, has_lifecycle, false),
          contents: null
        })
        return yield* scanContents(context, bucket).pipe(
          Effect.map(({ contents, differs }): ScannedBucket | null => ({
            ...identity,
            looked: contents.complete ? "whole" : "partial",
            problem: null,
            findings: scanFindings(contents, has_lifecycle, differs),
            contents
          })),
          Effect.catchTags({
            NotFound: () => Effect.succeed(null),
            StorageError: (error) => Effect.succeed(failed(error.storage_code)),
            StorageTimeout: (error) => Effect.succeed(failed(error.code))
          })
        )
      })

      return UsageScans.of({ scan: look })
    })
  )
}
