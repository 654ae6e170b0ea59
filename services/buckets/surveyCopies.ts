import { Effect } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { AccessLoss } from "#domain/buckets/policies/AccessLoss.ts"
import { makeAdaptiveLimiter } from "#services/platform/work/AdaptiveLimiter.ts"
import { copyProposal, type CopySource, readCopySource } from "./changes/copySource.ts"
import { surveyFeatures } from "./changes/surveyFeatures.ts"

export const MAX_CONCURRENT_READS = 8

export const surveyCopies = Effect.gen(function* () {
  const sourceOf = yield* readCopySource
  const surveyBucket = yield* surveyFeatures

  const survey = Effect.fnUntraced(function* (
    context: ResolvedContext,
    source: CopySource,
    buckets: ReadonlyArray<string>,
    accepted: ReadonlyArray<AccessLoss> = []
  ) {
    const limiter = makeAdaptiveLimiter()
    const { propose, feature } = copyProposal(source)
    const proposal = {
      feature,
      propose: (...target: Parameters<typeof propose>) =>
        target[2] === source.bucket ? { obstacle: "It is the bucket that is copied from" } : propose(...target)
    }
    const surveyed = yield* Effect.forEach(
      [...new Set(buckets)].sort(),
      (bucket) => surveyBucket(limiter, context, bucket, [proposal], accepted),
      { concurrency: MAX_CONCURRENT_READS }
    )
    return surveyed.flat()
  })
  return { sourceOf, survey }
})
