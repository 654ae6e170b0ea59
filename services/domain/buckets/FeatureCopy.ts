import { Schema } from "effect"
import { ExistingBucketName } from "./BucketName.ts"
import { featureNames } from "./features/FeatureName.ts"
import { AcceptedLosses, AccessLoss } from "./policies/AccessLoss.ts"
import { FilledText } from "../platform/Text.ts"

/** Buckets that one copy reaches, at most. */
export const copiesMost = 5_000

/** What is sent to plan copying a feature of one bucket to others. */
export const PlanFeatureCopy = Schema.Struct({
  feature: Schema.Literals(featureNames),
  source: ExistingBucketName,
  buckets: Schema.Array(ExistingBucketName).check(Schema.isMinLength(1), Schema.isMaxLength(copiesMost)),
  /** Access that the identity of the context may lose by it. A bucket to which it would lose other access is left out. */
  accept_losses: Schema.optionalKey(AcceptedLosses)
}).annotate({ identifier: "PlanFeatureCopy" })
export type PlanFeatureCopy = typeof PlanFeatureCopy.Type

/** What is sent to begin it: the hash of the plan that was looked at. */
export const StartFeatureCopy = Schema.Struct({ ...PlanFeatureCopy.fields, plan_hash: FilledText(100) }).annotate({ identifier: "StartFeatureCopy" })
export type StartFeatureCopy = typeof StartFeatureCopy.Type

/** What copying would make of one bucket. */
export const FeatureCopyDiff = Schema.Struct({
  bucket: Schema.String,
  before_summary: Schema.String,
  after_summary: Schema.String,
  /** The documents as they stand and as they would be sent; null: none. */
  before: Schema.NullOr(Schema.String),
  after: Schema.NullOr(Schema.String),
  /** Where the source names itself, and what stands there for this bucket. */
  rewritten: Schema.Array(Schema.String),
  warnings: Schema.Array(Schema.String),
  /** Access that would be lost, or might be, whether it was accepted or not. */
  losses: Schema.Array(AccessLoss),
  /** Why this bucket would be left out; null: it would not. */
  left_out: Schema.NullOr(Schema.String)
}).annotate({ identifier: "FeatureCopyDiff" })
export type FeatureCopyDiff = typeof FeatureCopyDiff.Type
