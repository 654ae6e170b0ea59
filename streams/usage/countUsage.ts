import { DateTime, Effect, Ref, Stream } from "effect"
import type { BucketSource } from "#domain/accounts/contexts/CurrentContext.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import {
  nonDecreasing,
  percentOf,
  type UsageDepth,
  type UsageEvent,
  type UsageProgress,
  subtractBuckets
} from "#domain/usage/Usage.ts"
import { endpointOfUsage } from "#domain/usage/endpointUsage.ts"
import { sortedFindings, warningTexts } from "#domain/usage/usageFindings.ts"
import type { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import type { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { UsageDays } from "#services/usage/UsageDays.ts"
import type { BucketToScan, UsageScans } from "#services/usage/UsageScans.ts"
import { UsageSnapshots } from "#services/usage/UsageSnapshots.ts"
import { bucketNamesOf } from "#services/buckets/bucketNames.ts"
import { countBuckets } from "./countBuckets.ts"
import { scanBuckets } from "./scanBuckets.ts"

type Needs = AdminTargets | BucketGateway | ExecutionContexts | Rgw | UsageSnapshots | UsageDays | UsageScans
type Events = Stream.Stream<UsageEvent, NotFound | GatewayFailure, Needs>

/** Share of the progress for counting: it takes seconds, scans take minutes. */
const COUNT_SHARE = 0.1
/** Weight of a bucket in objects, since every bucket costs some calls. */
const BUCKET_WEIGHT = 50
const MAX_LISTED_OBJECTS = 100_000

export const countUsage = (listingKey: string, depth: UsageDepth): Events =>
  Stream.concat(Stream.succeed(progress("listing", 0, null, 0)), Stream.unwrap(counting(listingKey, depth)))

const progress = (
  stage: UsageProgress["stage"],
  processed: number,
  total: number | null,
  percent: number
): UsageEvent => ({ event: "progress", data: { stage, processed, total, percent } })

const weightOf = ({ object_count }: BucketToScan) => BUCKET_WEIGHT + Math.min(MAX_LISTED_OBJECTS, object_count ?? 0)

const usageSource = Effect.fnUntraced(function* (listingKey: string) {
  const endpointId = endpointOfUsage(listingKey)
  if (endpointId === null) return yield* (yield* ExecutionContexts).forListing(listingKey)
  const admin = yield* (yield* AdminTargets).reach(endpointId)
  const { credential, region, url, verifyTls } = admin
  const source: BucketSource = {
    admin,
    bucketOwner: { _tag: "All" },
    s3: { endpointId, url, region, verifyTls, userSupplied: false, pathStyle: true, credential }
  }
  return source
})

const counting = Effect.fn("countUsage")(function* (listingKey: string, depth: UsageDepth) {
  const snapshots = yield* UsageSnapshots
  const days = yield* UsageDays
  const source = yield* usageSource(listingKey)
  const names = yield* bucketNamesOf(source)
  const now = yield* DateTime.now
  const at = DateTime.formatIso(now)
  const total = names.length
  const share = depth === "contents" ? COUNT_SHARE : 1
  let percent = 0
  const reportProgress = (stage: UsageProgress["stage"], processed: number, of: number, next: number) => {
    percent = nonDecreasing(percent, next)
    return progress(stage, processed, Math.max(of, processed), percent)
  }

  const { counted, rows } = yield* countBuckets(listingKey, source, names, at)
  const counts = rows.pipe(
    Stream.mapEffect((buckets) =>
      Effect.map(
        Ref.get(counted),
        ({
          sum: {
            statistics: { bucket_count }
          }
        }): ReadonlyArray<UsageEvent> => [
          { event: "rows", data: { buckets } },
          reportProgress("counting", bucket_count, total, Math.floor(percentOf(bucket_count, total) * share))
        ]
      )
    ),
    Stream.flatMap(Stream.fromIterable)
  )

  const saveResult = (scanned: Effect.Success<ReturnType<typeof scanBuckets>> | null) =>
    Effect.gen(function* () {
      const { sum } = yield* Ref.get(counted)
      const deleted = scanned === null ? [] : yield* Ref.get(scanned.gone)
      const findings = sortedFindings(yield* snapshots.settle(listingKey, at, deleted))
      const data = yield* snapshots.save(listingKey, {
        ...subtractBuckets(sum, deleted),
        findings,
        warnings: warningTexts(findings),
        contents: scanned === null ? null : yield* Ref.get(scanned.sum),
        calculated_at: at,
        updated_at: at
      })
      yield* days.write(listingKey, now)
      return { event: "result", data } as const
    })

  if (depth === "statistics") return Stream.concat(counts, Stream.fromEffect(saveResult(null)))

  const looking = Effect.gen(function* () {
    const context = yield* (yield* ExecutionContexts).forListing(listingKey)
    const { buckets } = yield* Ref.get(counted)
    const scanned = yield* scanBuckets(listingKey, context, buckets, at)
    const totalWeight = buckets.reduce((sum, bucket) => sum + weightOf(bucket), 0)
    let [done, weight] = [0, 0]
    const events = scanned.rows.pipe(
      Stream.map(({ looked: group, rows: found }): ReadonlyArray<UsageEvent> => {
        done += group.length
        weight += group.reduce((sum, bucket) => sum + weightOf(bucket), 0)
        const next = Math.floor(100 * COUNT_SHARE + percentOf(weight, totalWeight) * (1 - COUNT_SHARE))
        return [{ event: "rows", data: { buckets: found } }, reportProgress("contents", done, buckets.length, next)]
      }),
      Stream.flatMap(Stream.fromIterable)
    )
    return Stream.concat(
      Stream.concat(
        Stream.sync(() => reportProgress("contents", 0, buckets.length, Math.floor(100 * COUNT_SHARE))),
        events
      ),
      Stream.fromEffect(saveResult(scanned))
    )
  })
  return Stream.concat(counts, Stream.unwrap(looking))
})
