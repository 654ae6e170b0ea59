import { Schema } from "effect"

/** In display order. */
export const featureNames = [
  "versioning",
  "object_lock",
  "encryption",
  "tags",
  "quota",
  "public_access_block",
  "acl",
  "policy",
  "cors",
  "website",
  "lifecycle",
  "logging",
  "notifications",
  "replication"
] as const
export const FeatureName = Schema.Literals(featureNames).annotate({ identifier: "BucketFeatureName" })
export type FeatureName = typeof FeatureName.Type

export const featureStates = [
  "enabled",
  "disabled",
  "suspended",
  "partial",
  "configured",
  "not_set",
  "unknown",
  "unavailable"
] as const
export const FeatureState = Schema.Literals(featureStates).annotate({ identifier: "BucketFeatureState" })
export type FeatureState = typeof FeatureState.Type
