import { Effect, Result, type Schema } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { FeatureCopyDiff } from "#domain/buckets/FeatureCopy.ts"
import { valueFor } from "#domain/buckets/valueFor.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import { copiedDocument } from "#domain/buckets/features/copiedDocument.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import { editFaults, pathsInWords } from "#domain/buckets/features/editFaults.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { type AnyFeature, featureOf } from "#domain/buckets/features/features.ts"
import { problemOf } from "#domain/buckets/features/readingOf.ts"
import type { AccessLoss } from "#domain/buckets/policies/AccessLoss.ts"
import { FeatureGuard } from "#services/buckets/features/FeatureGuard.ts"
import { equivalentDocuments } from "#services/buckets/features/FeatureEdits.ts"
import { type DocumentRead, FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { bucketIdentity } from "#services/buckets/features/featureVersion.ts"
import { makeAdaptiveLimiter } from "#services/platform/work/AdaptiveLimiter.ts"

export interface Surveyed {
  readonly diff: FeatureCopyDiff
  readonly identity: string
  readonly value: Schema.Json
}

export interface CopySource {
  readonly feature: AnyFeature
  readonly bucket: string
  readonly value: Schema.Json
  readonly document: string | null
}

const MAX_CONCURRENT_READS = 8

const emptyDiff = {
  before_summary: "",
  after_summary: "",
  before: null,
  after: null,
  rewritten: [],
  warnings: [],
  losses: []
} as const

export const diffOf = (
  { bucket: source, document, feature, value: from }: CopySource,
  bucket: string,
  context: ResolvedContext,
  read: DocumentRead
): Omit<Surveyed, "identity"> => {
  const leftOut = (reason: string, more: Partial<FeatureCopyDiff> = {}) => ({
    value: null,
    diff: { ...emptyDiff, bucket, ...more, left_out: reason }
  })
  if (bucket === source) return leftOut("It is the bucket that is copied from")
  const place = { bucket, dialect: dialectOf(context.s3.url) }
  const readOnly = feature.readOnly(place.dialect)
  if (readOnly !== null) return leftOut(readOnly)
  if (Result.isFailure(read)) return leftOut(`It could not be read: ${problemOf(read.failure, "").detail}`)
  const before = read.success
  const currentState = feature.understand(before)
  if (currentState === null) return leftOut("What stands there is not understood, and would be lost", { before })
  const { rewritten, unclear, value } =
    from === null ? { value: null, rewritten: [], unclear: [] } : valueFor(from, source, bucket)
  const summary = (of: unknown) => feature.summary(of) || "not set"
  const base = copiedDocument(feature, document, before)
  if (typeof base !== "string" && base !== null)
    return leftOut(base.obstacle, { before, before_summary: summary(currentState.value) })
  const [fault] = editFaults(feature, value, place, before)
  if (fault !== undefined) return leftOut(fault.message, { before, before_summary: summary(currentState.value) })
  const after = feature.express(value, base)
  const unknown = feature.unknown(after).map(({ path }) => path)
  const diffFields = {
    before,
    after,
    before_summary: summary(currentState.value),
    after_summary: summary(value),
    rewritten,
    warnings: [
      ...(unknown.length === 0
        ? []
        : [`Parts that Stowage does not know are copied as they are: ${pathsInWords(unknown)}`]),
      ...feature.warnings(value, place),
      ...unclear.map((at) => `${at} names ${source} and stays as it is: look whether that is meant`)
    ]
  }
  if (equivalentDocuments(feature, before, after)) return leftOut("It is the same already", diffFields)
  return { value, diff: { ...emptyDiff, bucket, ...diffFields, left_out: null } }
}

export const surveyCopies = Effect.gen(function* () {
  const store = yield* FeatureStore
  const guard = yield* FeatureGuard
  const identityOf = yield* bucketIdentity

  const withLosses = Effect.fnUntraced(function* (
    context: ResolvedContext,
    feature: FeatureName,
    surveyed: Surveyed,
    accepted: ReadonlyArray<AccessLoss>
  ) {
    const { diff } = surveyed
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
    const warnings = [...diff.warnings, ...found.success.map(({ why }) => `${diff.bucket}: ${why}`)]
    return {
      ...surveyed,
      diff: {
        ...diff,
        warnings,
        losses: found.success.map(({ access }) => access),
        left_out: refused === undefined ? null : `${refused.why} Accept that to copy it here.`
      }
    }
  })

  const sourceOf = Effect.fn("FeatureCopies.source")(function* (
    context: ResolvedContext,
    name: FeatureName,
    bucket: string
  ) {
    const feature = featureOf(name)
    const document = yield* store.read(context, bucket, name)
    const currentState = feature.understand(document)
    if (currentState === null)
      return yield* new Conflict({
        code: "state_conflict",
        detail: `What ${bucket} has is not understood: it cannot be copied`
      })
    const source: CopySource = { feature, bucket, value: currentState.value, document }
    return source
  })
  const survey = Effect.fn("FeatureCopies.survey")(function* (
    context: ResolvedContext,
    source: CopySource,
    buckets: ReadonlyArray<string>,
    accepted: ReadonlyArray<AccessLoss> = []
  ) {
    const pacer = makeAdaptiveLimiter()
    return yield* Effect.forEach(
      [...new Set(buckets)].sort(),
      Effect.fnUntraced(function* (bucket) {
        const identity = yield* Effect.result(identityOf(context, bucket))
        const [read] = yield* pacer.run(store.readSome(context, bucket, [source.feature.name]), () => true)
        const found = Result.isFailure(identity) ? Result.fail(identity.failure) : (read ?? Result.succeed(null))
        const surveyed: Surveyed = {
          ...diffOf(source, bucket, context, found),
          identity: Result.getOrElse(identity, () => "")
        }
        return yield* withLosses(context, source.feature.name, surveyed, accepted)
      }),
      { concurrency: MAX_CONCURRENT_READS }
    )
  })
  return { sourceOf, survey }
})
