import { DateTime, Result } from "effect"
import type { GatewayFailure, NotFound } from "../../platform/errors/Errors.ts"
import type { FeatureParams } from "./Feature.ts"
import type { FeatureCell } from "./FeatureCell.ts"
import type { FeatureProblem } from "./FeatureReading.ts"
import type { AnyFeature } from "./features.ts"
import { notThisFeature, problemOf } from "./readingOf.ts"

/** What of a feature's document columns and rules show. */
export interface ReadFeature extends FeatureCell {
  readonly params: FeatureParams
}

/** Characters of a summary in a column. */
const longest = 200

const unread = (problem: FeatureProblem): ReadFeature => ({ state: "unavailable", summary: "", params: [], problem })

/** A document as columns and rules show it; `now` in milliseconds of the epoch. */
export const readFeature = (feature: AnyFeature, read: Result.Result<string | null, NotFound | GatewayFailure>, now: number): ReadFeature => {
  if (Result.isFailure(read)) return unread(problemOf(read.failure, DateTime.formatIso(DateTime.makeUnsafe(now))))
  const understood = feature.understand(read.success)
  if (understood === null) return unread(notThisFeature(DateTime.formatIso(DateTime.makeUnsafe(now))))
  const { value } = understood
  const summary = feature.summary(value)
  return {
    state: feature.state(value), summary: summary.length > longest ? `${summary.slice(0, longest).toWellFormed().replace(/\ufffd$/u, "")}…` : summary,
    params: feature.params(value), problem: null
  }
}
