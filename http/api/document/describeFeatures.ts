import type { Spec } from "./spec.ts"

const holders = ["CheckFeature", "ChangeFeature", "FeatureReading"]

export const describeFeatures = (spec: Spec): Spec => {
  const schemas: Spec = spec["components"]?.schemas ?? {}
  if (schemas["BucketFeatureValues"] === undefined) return spec
  for (const name of holders) {
    const value = schemas[name]?.properties?.value
    if (value === undefined) continue
    value.description = "As `BucketFeatureValues` says of the feature; null: without it."
    value["x-values"] = { $ref: "#/components/schemas/BucketFeatureValues" }
  }
  return spec
}
