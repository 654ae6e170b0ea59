import { Schema } from "effect"
import { ExistingBucketName } from "./BucketName.ts"
import { featureNames } from "./features/FeatureName.ts"
import { AcceptedLosses, AccessLoss } from "./policies/AccessLoss.ts"
import { FilledText } from "../platform/Text.ts"

export const MAX_COPIES = 5_000

export const PlanFeatureCopy = Schema.Struct({
  feature: Schema.Literals(featureNames),
  source: ExistingBucketName,
  buckets: Schema.Array(ExistingBucketName).check(Schema.isMinLength(1), Schema.isMaxLength(MAX_COPIES)),
  accept_losses: Schema.optionalKey(AcceptedLosses)
}).annotate({ identifier: "PlanFeatureCopy" })
export type PlanFeatureCopy = typeof PlanFeatureCopy.Type

export const StartFeatureCopy = Schema.Struct({ ...PlanFeatureCopy.fields, plan_hash: FilledText(100) }).annotate({
  identifier: "StartFeatureCopy"
})
export type StartFeatureCopy = typeof StartFeatureCopy.Type

export const FeatureCopyDiff = Schema.Struct({
  bucket: Schema.String,
  before_summary: Schema.String,
  after_summary: Schema.String,
  before: Schema.NullOr(Schema.String),
  after: Schema.NullOr(Schema.String),
  rewritten: Schema.Array(Schema.String),
  warnings: Schema.Array(Schema.String),
  losses: Schema.Array(AccessLoss),
  left_out: Schema.NullOr(Schema.String)
}).annotate({ identifier: "FeatureCopyDiff" })
export type FeatureCopyDiff = typeof FeatureCopyDiff.Type
