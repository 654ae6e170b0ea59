import { Effect } from "effect"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { OwnerUsage } from "#services/gateways/endpoints/OwnerUsage.ts"
import { type AdaptiveLimiter, makeAdaptiveLimiter } from "#services/platform/work/AdaptiveLimiter.ts"
import type { AdminCalls } from "./AdminCalls.ts"
import { rangeSize } from "./bucketRanges.ts"
import { nextMarker, readStatistics, statisticsOf } from "./ownerStatistics.ts"
import { WireBucketUsage } from "./wire/Bucket.ts"

const WirePage = statisticsOf(WireBucketUsage)

/** Most owners have few buckets: the response times of their pages can be compared. */
const isShortPage = ({ buckets }: typeof WirePage.Type) => buckets.length <= rangeSize / 10

/** Own limiters: those of listings learn from full pages. */
export const ownerUsageOps = (calls: AdminCalls["Service"]): OwnerUsage["Service"] => {
  const limiters = new Map<string, AdaptiveLimiter>()
  const limiterOf = ({ endpointId, url }: AdminTarget) => {
    const key = `${endpointId} ${url}`
    const limiter = limiters.get(key) ?? makeAdaptiveLimiter()
    limiters.set(key, limiter)
    return limiter
  }

  const read = Effect.fnUntraced(function* (target: AdminTarget, uid: string) {
    const limiter = limiterOf(target)
    let [bytes, objects] = [0, 0]
    let after: string | null = null
    do {
      const page: typeof WirePage.Type = yield* limiter.run(
        readStatistics(calls, target, uid, after, WirePage),
        isShortPage
      )
      for (const { usage } of page.buckets) {
        if (usage === undefined) return null
        bytes += usage["rgw.main"]?.size ?? 0
        objects += usage["rgw.main"]?.num_objects ?? 0
      }
      after = nextMarker(page)
    } while (after !== null)
    return { bytes, objects }
  })

  return { read }
}
