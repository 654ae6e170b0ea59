import type { GatewayFailure, NotFound } from "../../platform/errors/Errors.ts"
import { unknownWarnings } from "./editFaults.ts"
import type { FeaturePlace } from "./Feature.ts"
import type { FeatureProblem, FeatureReading } from "./FeatureReading.ts"
import type { AnyFeature } from "./features.ts"

export const featureProblemOf = (error: NotFound | GatewayFailure, at: string): FeatureProblem => ({
  code: error.code,
  detail:
    error._tag === "StorageTimeout"
      ? "The gateway did not answer in time"
      : error._tag === "NotFound"
        ? "The gateway has no such bucket"
        : error.detail,
  storage_code: error._tag === "StorageError" ? error.storage_code : null,
  storage_status: error._tag === "StorageError" ? error.storage_status : null,
  at
})

export const isUnsupportedError = (error: NotFound | GatewayFailure): boolean =>
  error._tag === "StorageError" && (error.storage_status === 405 || error.storage_status === 501)

export const notThisFeature = (at: string): FeatureProblem => ({
  code: "storage_error",
  detail: "The gateway answered something that is not this feature",
  storage_code: "UnreadableAnswer",
  storage_status: 200,
  at
})

const unavailableReading = (feature: AnyFeature, place: FeaturePlace, problem: FeatureProblem): FeatureReading => ({
  feature: feature.name,
  state: "unavailable",
  summary: "",
  value: null,
  version: null,
  params: [],
  warnings: [],
  unknown_parts: [],
  read_only: feature.readOnly(place.dialect),
  problem
})

export const unreadFeature = (
  feature: AnyFeature,
  place: FeaturePlace,
  error: GatewayFailure,
  at: string
): FeatureReading => unavailableReading(feature, place, featureProblemOf(error, at))

export const readingOf = (
  feature: AnyFeature,
  place: FeaturePlace,
  stored: string | null,
  version: string,
  at: string
): FeatureReading => {
  const understood = feature.understand(stored)
  if (understood === null) {
    return unavailableReading(feature, place, notThisFeature(at))
  }
  const { value } = understood
  return {
    feature: feature.name,
    state: feature.state(value),
    summary: feature.summary(value),
    value,
    version,
    params: feature.params(value),
    warnings: [...unknownWarnings(feature, stored, false), ...feature.warnings(value, place)],
    unknown_parts: [...new Set(feature.unknown(stored).map(({ path }) => path))],
    read_only: feature.readOnly(place.dialect),
    problem: null
  }
}
