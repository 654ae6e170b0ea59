import { Effect, Result, type Schema } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import type { FeatureCopyDiff } from "#domain/buckets/FeatureCopy.ts"
import { decideChange, type FeatureProposal } from "#domain/buckets/changes/decideChange.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import { featureProblemOf } from "#domain/buckets/features/readingOf.ts"
import type { AccessLoss } from "#domain/buckets/policies/AccessLoss.ts"
import { FeatureGuard } from "#services/buckets/features/FeatureGuard.ts"
import { type DocumentRead, FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { bucketIdentities, bucketIdentity, type Identity } from "#services/buckets/features/featureVersion.ts"
import type { AdaptiveLimiter } from "#services/platform/work/AdaptiveLimiter.ts"

export interface SurveyedFeature {
  readonly feature: FeatureName
  readonly diff: FeatureCopyDiff
  readonly detail: string
  readonly identity: string
  readonly value: Schema.Json
}

const emptyDiff = {
  before_summary: "",
  after_summary: "",
  before: null,
  after: null,
  rewritten: [],
  warnings: [],
  losses: []
} as const

type Diff = Omit<SurveyedFeature, "feature" | "identity">

const diffOf = (proposal: FeatureProposal, bucket: string, context: ResolvedContext, read: DocumentRead): Diff => {
  const excluded = (reason: string, more: Partial<FeatureCopyDiff> = {}): Diff => ({
    value: null,
    detail: "",
    diff: { ...emptyDiff, bucket, ...more, left_out: reason }
  })
  const place = { bucket, dialect: dialectOf(context.s3.url) }
  if (Result.isFailure(read)) {
    const readOnly = featureOf(proposal.feature).readOnly(place.dialect)
    return excluded(readOnly ?? `It could not be read: ${featureProblemOf(read.failure, "").detail}`)
  }
  const decision = decideChange(proposal, place, listingOwner(context.listingKey)?.owner ?? null, read.success)
  switch (decision._tag) {
    case "Refused":
      return excluded(decision.reason, decision.known)
    case "Same":
      return excluded("It is the same already", decision.compared)
    case "Changes": {
      const { compared, detail, value } = decision
      return { value, detail, diff: { ...emptyDiff, bucket, ...compared, left_out: null } }
    }
  }
}

/** State that a survey starts from; reads are in the order of its proposals. */
export interface BucketState {
  readonly identity: Identity
  readonly reads: ReadonlyArray<DocumentRead>
}

/** Reads the states of many buckets of a context, in order. */
export const readBucketStates = Effect.gen(function* () {
  const store = yield* FeatureStore
  const identitiesOf = yield* bucketIdentities
  return Effect.fn("FeatureCopies.states")(function* (
    context: ResolvedContext,
    buckets: ReadonlyArray<string>,
    features: ReadonlyArray<FeatureName>
  ) {
    const identities = yield* identitiesOf(context, buckets)
    const documents = yield* Effect.forEach(features, (name) => store.readMany(context, buckets, name))
    return identities.map(
      (identity, index): BucketState => ({
        identity,
        reads: documents.map((reads) => reads[index] ?? Result.succeed(null))
      })
    )
  })
})

/** Omits features whose edit loses access without consent. */
export const surveyFeatures = Effect.gen(function* () {
  const store = yield* FeatureStore
  const guard = yield* FeatureGuard
  const identityOf = yield* bucketIdentity

  const withLosses = Effect.fnUntraced(function* (
    context: ResolvedContext,
    surveyed: SurveyedFeature,
    accepted: ReadonlyArray<AccessLoss>
  ) {
    const { diff, feature } = surveyed
    if (diff.left_out !== null) return surveyed
    const losses = yield* Effect.result(
      guard.losses(context, diff.bucket, { feature, before: diff.before, after: diff.after })
    )
    if (Result.isFailure(losses))
      return {
        ...surveyed,
        diff: {
          ...diff,
          left_out: `Whether access would be lost could not be checked: ${featureProblemOf(losses.failure, "").detail}`
        }
      }
    const refused = losses.success.find(({ access }) => !accepted.includes(access))
    return {
      ...surveyed,
      diff: {
        ...diff,
        warnings: [...diff.warnings, ...losses.success.map(({ why }) => `${diff.bucket}: ${why}`)],
        losses: losses.success.map(({ access }) => access),
        left_out: refused === undefined ? null : `${refused.why} Accept that to change it here.`
      }
    }
  })

  return Effect.fn("FeatureCopies.survey")(function* (
    limiter: AdaptiveLimiter,
    context: ResolvedContext,
    bucket: string,
    proposals: ReadonlyArray<FeatureProposal>,
    accepted: ReadonlyArray<AccessLoss> = [],
    knownState: BucketState | null = null
  ) {
    const names = proposals.map(({ feature }) => feature)
    const identity = knownState === null ? yield* Effect.result(identityOf(context, bucket)) : knownState.identity
    const reads = Result.isFailure(identity)
      ? names.map((): DocumentRead => Result.fail(identity.failure))
      : knownState !== null
        ? knownState.reads
        : yield* limiter.run(store.readSome(context, bucket, names), () => true)
    return yield* Effect.forEach(proposals, (proposal, index) =>
      withLosses(
        context,
        {
          feature: proposal.feature,
          ...diffOf(proposal, bucket, context, reads[index] ?? Result.succeed(null)),
          identity: Result.getOrElse(identity, () => "")
        },
        accepted
      )
    )
  })
})
