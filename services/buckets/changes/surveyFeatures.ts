import { Effect, Result, type Schema } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import type { FeatureCopyDiff } from "#domain/buckets/FeatureCopy.ts"
import type { ChangeObstacle } from "#domain/buckets/changes/changeValue.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import { editFaults, pathsInWords } from "#domain/buckets/features/editFaults.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { type AnyFeature, featureOf } from "#domain/buckets/features/features.ts"
import { problemOf } from "#domain/buckets/features/readingOf.ts"
import type { AccessLoss } from "#domain/buckets/policies/AccessLoss.ts"
import { equivalentDocuments } from "#services/buckets/features/FeatureEdits.ts"
import { FeatureGuard } from "#services/buckets/features/FeatureGuard.ts"
import { type DocumentRead, FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { bucketIdentity } from "#services/buckets/features/featureVersion.ts"
import type { AdaptiveLimiter } from "#services/platform/work/AdaptiveLimiter.ts"

export interface ProposedValue {
  readonly value: Schema.Json
  /** Document whose unknown parts stay. */
  readonly base: string | null
  readonly detail: string
  readonly rewritten: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

/** Value that a feature of a bucket is to have. */
export interface FeatureProposal {
  readonly feature: FeatureName
  readonly propose: (
    current: unknown,
    before: string | null,
    bucket: string,
    owner: string | null
  ) => ProposedValue | ChangeObstacle
}

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

const diffOf = (
  feature: AnyFeature,
  propose: FeatureProposal["propose"],
  bucket: string,
  context: ResolvedContext,
  read: DocumentRead
): Diff => {
  const leftOut = (reason: string, more: Partial<FeatureCopyDiff> = {}): Diff => ({
    value: null,
    detail: "",
    diff: { ...emptyDiff, bucket, ...more, left_out: reason }
  })
  const place = { bucket, dialect: dialectOf(context.s3.url) }
  const readOnly = feature.readOnly(place.dialect)
  if (readOnly !== null) return leftOut(readOnly)
  if (Result.isFailure(read)) return leftOut(`It could not be read: ${problemOf(read.failure, "").detail}`)
  const before = read.success
  const current = feature.understand(before)
  if (current === null) return leftOut("What stands there is not understood, and would be lost", { before })
  const summary = (of: unknown) => feature.summary(of) || "not set"
  const known = { before, before_summary: summary(current.value) }
  const proposed = propose(current.value, before, bucket, listingOwner(context.listingKey)?.owner ?? null)
  if ("obstacle" in proposed) return leftOut(proposed.obstacle, known)
  const { base, detail, rewritten, value, warnings } = proposed
  const [fault] = editFaults(feature, value, place, before)
  if (fault !== undefined) return leftOut(fault.message, known)
  const after = feature.express(value, base)
  const unknown = feature.unknown(after).map(({ path }) => path)
  const fields = {
    ...known,
    after,
    after_summary: summary(value),
    rewritten,
    warnings: [
      ...(unknown.length === 0
        ? []
        : [`Parts that Stowage does not know are copied as they are: ${pathsInWords(unknown)}`]),
      ...feature.warnings(value, place),
      ...warnings
    ]
  }
  if (equivalentDocuments(feature, before, after)) return leftOut("It is the same already", fields)
  return { value, detail, diff: { ...emptyDiff, bucket, ...fields, left_out: null } }
}

/** Compares features with what they are to be; a loss of access that is not accepted leaves a feature out. */
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
    const found = yield* Effect.result(
      guard.losses(context, diff.bucket, { feature, before: diff.before, after: diff.after })
    )
    if (Result.isFailure(found))
      return {
        ...surveyed,
        diff: {
          ...diff,
          left_out: `Whether access would be lost could not be checked: ${problemOf(found.failure, "").detail}`
        }
      }
    const refused = found.success.find(({ access }) => !accepted.includes(access))
    return {
      ...surveyed,
      diff: {
        ...diff,
        warnings: [...diff.warnings, ...found.success.map(({ why }) => `${diff.bucket}: ${why}`)],
        losses: found.success.map(({ access }) => access),
        left_out: refused === undefined ? null : `${refused.why} Accept that to change it here.`
      }
    }
  })

  return Effect.fn("FeatureCopies.survey")(function* (
    limiter: AdaptiveLimiter,
    context: ResolvedContext,
    bucket: string,
    proposals: ReadonlyArray<FeatureProposal>,
    accepted: ReadonlyArray<AccessLoss> = []
  ) {
    const identity = yield* Effect.result(identityOf(context, bucket))
    const names = proposals.map(({ feature }) => feature)
    const reads = Result.isFailure(identity)
      ? names.map((): DocumentRead => Result.fail(identity.failure))
      : yield* limiter.run(store.readSome(context, bucket, names), () => true)
    return yield* Effect.forEach(proposals, ({ feature, propose }, index) =>
      withLosses(
        context,
        {
          feature,
          ...diffOf(featureOf(feature), propose, bucket, context, reads[index] ?? Result.succeed(null)),
          identity: Result.getOrElse(identity, () => "")
        },
        accepted
      )
    )
  })
})
