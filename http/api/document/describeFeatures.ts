import type { Spec } from "./spec.ts"

const holders = ["CheckFeature", "ChangeFeature", "FeatureReading"]

export const describeFeatures = (spec: Spec): Spec => {
  const schemas: Spec = spec["components"]?.schemas ?? {}
  if (schemas["BucketFeatureValues"] === undefined) return spec
  for (const name of holders) {
    const value = schemas[name]?.properties?.value
    if (value === undefined) continue
    value.description = "The property of `BucketFeatureValues` for this feature; null: not set."
    value["x-values"] = { $ref: "#/components/schemas/BucketFeatureValues" }
  }
  return spec
}
