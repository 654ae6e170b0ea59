import { Effect, Result, type Schema } from "effect"
import { mergeCopiedDocument } from "#domain/buckets/features/copiedDocument.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import { editFaults } from "#domain/buckets/features/editFaults.ts"
import { type FeatureName, featureNames } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import { featureProblemOf } from "#domain/buckets/features/readingOf.ts"
import { valueFor } from "#domain/buckets/valueFor.ts"
import type { SettingComparison } from "#domain/objects/comparison/BucketComparison.ts"
import { equivalentDocuments } from "#domain/buckets/features/equivalentDocuments.ts"
import { type DocumentRead, FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import type { ResolvedSides } from "./comparisonSides.ts"

export interface SettingEdit {
  readonly feature: FeatureName
  readonly before: string | null
  readonly value: Schema.Json
  readonly source: string | null
}

export interface ComparedSetting {
  readonly comparison: SettingComparison
  readonly edit: SettingEdit | null
}

const compareFeature = (
  name: FeatureName,
  { source, target }: ResolvedSides,
  [sourceRead, targetRead]: readonly [DocumentRead, DocumentRead]
): ComparedSetting => {
  const feature = featureOf(name)
  const unknown = (detail: string): ComparedSetting => ({
    comparison: { feature: name, verdict: "unknown", source_summary: "", target_summary: "", detail },
    edit: null
  })
  for (const read of [sourceRead, targetRead])
    if (Result.isFailure(read)) return unknown(featureProblemOf(read.failure, "").detail)
  const document = Result.getOrElse(sourceRead, () => null)
  const before = Result.getOrElse(targetRead, () => null)
  const [sourceState, targetState] = [feature.understand(document), feature.understand(before)]
  if (sourceState === null || targetState === null) return unknown("One of the documents cannot be parsed")
  const value: Schema.Json =
    sourceState.value === null ? null : valueFor(sourceState.value, source.bucket, target.bucket).value
  const compared = (verdict: SettingComparison["verdict"], detail: string | null): SettingComparison => ({
    feature: name,
    verdict,
    source_summary: feature.summary(sourceState.value) || "not set",
    target_summary: feature.summary(targetState.value) || "not set",
    detail
  })
  if (equivalentDocuments(feature, document, before)) return { comparison: compared("same", null), edit: null }
  const base = mergeCopiedDocument(feature, document, before)
  if (typeof base === "object" && base !== null) return { comparison: compared("different", base.obstacle), edit: null }
  if (equivalentDocuments(feature, before, feature.express(value, base)))
    return { comparison: compared("same", null), edit: null }
  const place = { bucket: target.bucket, dialect: dialectOf(target.context.s3.url) }
  const obstacle = feature.readOnly(place.dialect) ?? editFaults(feature, value, place, before)[0]?.message ?? null
  const carried = document !== null && feature.unknown(document).length > 0 ? document : null
  return {
    comparison: compared("different", obstacle),
    edit: obstacle === null ? { feature: name, before, value, source: carried } : null
  }
}

/** References to the source's own name do not differ. */
export const compareSettings = Effect.map(
  FeatureStore,
  (store) => (sides: ResolvedSides) =>
    Effect.map(
      Effect.forEach(
        [sides.source, sides.target],
        ({ bucket, context }) => store.readSome(context, bucket, featureNames),
        { concurrency: 2 }
      ),
      ([sourceReads = [], targetReads = []]) =>
        featureNames.map((name, index) =>
          compareFeature(name, sides, [
            sourceReads[index] ?? Result.succeed(null),
            targetReads[index] ?? Result.succeed(null)
          ])
        )
    )
)
