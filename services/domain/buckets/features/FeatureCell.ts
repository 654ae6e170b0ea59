import { Schema, SchemaTransformation } from "effect"
import { streamEvent } from "../../platform/streamEvent.ts"
import { ListingCompleteness } from "../../platform/ListingState.ts"
import { FeatureName, featureNames, FeatureState } from "./FeatureName.ts"
import { FeatureProblem } from "./FeatureReading.ts"

export const FeatureCell = Schema.Struct({
  state: FeatureState,
  summary: Schema.String,
  problem: Schema.NullOr(FeatureProblem)
}).annotate({ identifier: "FeatureCell" })
export type FeatureCell = typeof FeatureCell.Type

export const FeatureCells = Schema.Record(FeatureName, Schema.optionalKey(FeatureCell)).annotate({
  identifier: "FeatureCells"
})
export type FeatureCells = typeof FeatureCells.Type

const any = featureNames.join("|")
const listed = Schema.String.check(
  Schema.isMaxCodePoints(500),
  Schema.isPattern(new RegExp(`^(${any})(,(${any}))*$`, "u"))
)

const included = SchemaTransformation.transform({
  decode: (text: string | ReadonlyArray<string>): ReadonlyArray<FeatureName> => {
    const requested = new Set((typeof text === "string" ? [text] : text).flatMap((part) => part.split(",")))
    return featureNames.filter((name) => requested.has(name))
  },
  encode: (names: ReadonlyArray<FeatureName>): string | ReadonlyArray<string> => names.join(",")
})

export const IncludedFeatures: Schema.Codec<ReadonlyArray<FeatureName>, string | ReadonlyArray<string>> = Schema.Union([
  listed,
  Schema.Array(listed).check(Schema.isMaxLength(featureNames.length))
]).pipe(Schema.decodeTo(Schema.Array(FeatureName), included))

export const FeatureRows = Schema.Struct({
  rows: Schema.Array(Schema.Struct({ name: Schema.String, features: FeatureCells }))
}).annotate({ identifier: "FeatureRows" })

export const FeatureProgress = Schema.Struct({
  stage: Schema.Literal("features"),
  processed: Schema.Int,
  total: Schema.Int,
  percent: Schema.Int
}).annotate({ identifier: "FeatureProgress" })

export const FeaturesDone = Schema.Struct({
  buckets: Schema.Int,
  unavailable: Schema.Int,
  listing: ListingCompleteness
}).annotate({ identifier: "FeaturesDone" })

export const FeatureColumnEvent = Schema.Union([
  streamEvent("progress", FeatureProgress),
  streamEvent("rows", FeatureRows),
  streamEvent("done", FeaturesDone)
])
export type FeatureColumnEvent = typeof FeatureColumnEvent.Type
