import { Effect, Ref, Stream } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { addContents, noContents } from "#domain/usage/addContents.ts"
import { type BucketToScan, UsageScans } from "#services/usage/UsageScans.ts"
import { type ScannedBucket, UsageSnapshots } from "#services/usage/UsageSnapshots.ts"

const MAX_CONCURRENT_SCANS = 4
/** Frequent writes, so that results survive a crash. */
const WRITE_INTERVAL = "250 millis"
const BUCKETS_PER_WRITE = 50

export const scanBuckets = Effect.fnUntraced(function* (
  listingKey: string,
  context: ResolvedContext,
  buckets: ReadonlyArray<BucketToScan>,
  at: string
) {
  const looks = yield* UsageScans
  const snapshots = yield* UsageSnapshots
  const sum = yield* Ref.make(noContents(at))
  const missingBuckets = yield* Ref.make<ReadonlyArray<BucketToScan>>([])
  const rows = Stream.fromIterable(buckets).pipe(
    Stream.mapEffect((bucket) => Effect.map(looks.scan(context, bucket), (found) => ({ bucket, found })), {
      concurrency: MAX_CONCURRENT_SCANS,
      unordered: true
    }),
    Stream.groupedWithin(BUCKETS_PER_WRITE, WRITE_INTERVAL),
    Stream.mapEffect(
      Effect.fnUntraced(function* (
        group: ReadonlyArray<{ readonly bucket: BucketToScan; readonly found: ScannedBucket | null }>
      ) {
        const found = group.flatMap((one) => (one.found === null ? [] : [one.found]))
        yield* Ref.update(sum, (before) => found.reduce((all, { contents }) => addContents(all, contents), before))
        yield* Ref.update(missingBuckets, (before) => [
          ...before,
          ...group.flatMap((one) => (one.found === null ? [one.bucket] : []))
        ])
        return { rows: yield* snapshots.look(listingKey, found), looked: group.map(({ bucket }) => bucket) }
      })
    )
  )
  return { rows, sum, gone: missingBuckets }
})
