import { Context, type DateTime, type Effect } from "effect"
import type { Page } from "#domain/platform/Paging.ts"
import type { UsageSnapshot } from "#domain/usage/Usage.ts"
import type { BucketUsage, BucketUsageDetail, BucketUsageQuery, LookedState } from "#domain/usage/BucketUsage.ts"
import type { FindingCode, UsageFinding } from "#domain/usage/UsageFinding.ts"
import type { UsageContents } from "#domain/usage/UsageContents.ts"

/** What a count says of a bucket. */
export interface CountedBucket {
  readonly name: string
  readonly tenant: string
  readonly used_bytes: number | null
  readonly object_count: number | null
  readonly quota_usage: number | null
  readonly findings: ReadonlyArray<FindingCode>
}

/** What a look into a bucket says of it. */
export interface LookedBucket {
  readonly name: string
  readonly tenant: string
  readonly looked: Exclude<LookedState, "never">
  readonly problem: string | null
  readonly looked_at: string
  readonly has_lifecycle: boolean | null
  readonly findings: ReadonlyArray<FindingCode>
  /** Null where nothing could be listed. */
  readonly contents: UsageContents | null
}

/** The latest usage of each listing and of each of its buckets as rows: contexts that show the same buckets share them. */
export class UsageSnapshots extends Context.Service<UsageSnapshots, {
  readonly latest: (listingKey: string) => Effect.Effect<UsageSnapshot | null>
  /** Replaces an older one; a younger one stays. `contents: null` leaves those that are kept. Answers what is stored. */
  readonly save: (listingKey: string, snapshot: UsageSnapshot) => Effect.Effect<UsageSnapshot>
  /** Writes what was counted of buckets; what was found in them stays. Answers their rows. */
  readonly count: (listingKey: string, buckets: ReadonlyArray<CountedBucket>, at: string) => Effect.Effect<ReadonlyArray<BucketUsage>>
  /** Writes what was found in buckets that were counted. Answers their rows. */
  readonly look: (listingKey: string, buckets: ReadonlyArray<LookedBucket>) => Effect.Effect<ReadonlyArray<BucketUsage>>
  /** Forgets buckets that were not counted since, and those that are gone, and says what is found of the others. */
  readonly settle: (listingKey: string, since: string, gone: ReadonlyArray<{ readonly tenant: string; readonly name: string }>) => Effect.Effect<ReadonlyArray<Pick<UsageFinding, "code" | "bucket_count" | "buckets">>>
  /** `since`: the day that growth is measured from. */
  readonly page: (listingKey: string, query: BucketUsageQuery, since: DateTime.Utc) => Effect.Effect<Page<BucketUsage>>
  readonly bucket: (listingKey: string, name: string, since: DateTime.Utc) => Effect.Effect<BucketUsageDetail | null>
}>()("stowage/services/usage/UsageSnapshots") {}
