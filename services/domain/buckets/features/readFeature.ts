import { DateTime, Result } from "effect"
import type { GatewayFailure, NotFound } from "../../platform/errors/Errors.ts"
import type { FeatureParams } from "./Feature.ts"
import type { FeatureCell } from "./FeatureCell.ts"
import type { FeatureProblem } from "./FeatureReading.ts"
import type { AnyFeature } from "./features.ts"
import { notThisFeature, featureProblemOf } from "./readingOf.ts"

export interface ReadFeature extends FeatureCell {
  readonly params: FeatureParams
}

const MAX_SUMMARY_LENGTH = 200

export const unreadCell = (problem: FeatureProblem): ReadFeature => ({
  state: "unavailable",
  summary: "",
  params: [],
  problem
})

export const readValue = (feature: AnyFeature, value: unknown): ReadFeature => {
  const summary = feature.summary(value)
  return {
    state: feature.state(value),
    summary:
      summary.length > MAX_SUMMARY_LENGTH
        ? `${summary
            .slice(0, MAX_SUMMARY_LENGTH)
            .toWellFormed()
            .replace(/\ufffd$/u, "")}…`
        : summary,
    params: feature.params(value),
    problem: null
  }
}

export const readFeature = (
  feature: AnyFeature,
  read: Result.Result<string | null, NotFound | GatewayFailure>,
  now: number
): ReadFeature => {
  if (Result.isFailure(read))
    return unreadCell(featureProblemOf(read.failure, DateTime.formatIso(DateTime.makeUnsafe(now))))
  const understood = feature.understand(read.success)
  if (understood === null) return unreadCell(notThisFeature(DateTime.formatIso(DateTime.makeUnsafe(now))))
  return readValue(feature, understood.value)
}
