import { Context, type DateTime, type Effect } from "effect"
import type { Page } from "#domain/platform/Paging.ts"
import type { UsageSnapshot } from "#domain/usage/Usage.ts"
import type { BucketUsage, BucketUsageDetail, BucketUsageQuery, ScanState } from "#domain/usage/BucketUsage.ts"
import type { FindingCode, UsageFinding } from "#domain/usage/UsageFinding.ts"
import type { UsageContents } from "#domain/usage/UsageContents.ts"

export interface CountedBucket {
  readonly name: string
  readonly tenant: string
  readonly used_bytes: number | null
  readonly object_count: number | null
  readonly quota_usage: number | null
  readonly findings: ReadonlyArray<FindingCode>
}

export interface ScannedBucket {
  readonly name: string
  readonly tenant: string
  readonly looked: Exclude<ScanState, "never">
  readonly problem: string | null
  readonly looked_at: string
  readonly has_lifecycle: boolean | null
  readonly findings: ReadonlyArray<FindingCode>
  readonly contents: UsageContents | null
}

export class UsageSnapshots extends Context.Service<
  UsageSnapshots,
  {
    readonly latest: (listingKey: string) => Effect.Effect<UsageSnapshot | null>
    /** Replaces an older snapshot; `contents: null` keeps the stored contents. Returns the stored one. */
    readonly save: (listingKey: string, snapshot: UsageSnapshot) => Effect.Effect<UsageSnapshot>
    readonly count: (
      listingKey: string,
      buckets: ReadonlyArray<CountedBucket>,
      at: string
    ) => Effect.Effect<ReadonlyArray<BucketUsage>>
    readonly look: (
      listingKey: string,
      buckets: ReadonlyArray<ScannedBucket>
    ) => Effect.Effect<ReadonlyArray<BucketUsage>>
    readonly settle: (
      listingKey: string,
      since: string,
      missingBuckets: ReadonlyArray<{ readonly tenant: string; readonly name: string }>
    ) => Effect.Effect<ReadonlyArray<Pick<UsageFinding, "code" | "bucket_count" | "buckets">>>
    readonly page: (
      listingKey: string,
      query: BucketUsageQuery,
      since: DateTime.Utc
    ) => Effect.Effect<Page<BucketUsage>>
    readonly bucket: (listingKey: string, name: string, since: DateTime.Utc) => Effect.Effect<BucketUsageDetail | null>
  }
>()("stowage/services/usage/UsageSnapshots") {}
