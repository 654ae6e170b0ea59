import { Schema } from "effect"
import { BucketName, ExistingBucketName } from "./BucketName.ts"
import { featureNames } from "./features/FeatureName.ts"
import { AcceptedLosses } from "./policies/AccessLoss.ts"
import { StorableJsonRecord } from "../platform/Text.ts"
import { itemStates } from "../platform/work/runState.ts"
import { bucketTemplates } from "./bucketTemplates.ts"

const settings = Object.fromEntries(featureNames.map((name) => [name, Schema.optionalKey(StorableJsonRecord)])) as {
  readonly [Name in (typeof featureNames)[number]]: Schema.optionalKey<typeof StorableJsonRecord>
}

export const FeatureValues = Schema.Struct(settings).annotate({ identifier: "FeatureValues" })
export type FeatureValues = typeof FeatureValues.Type

/** Explicit features override `like`, which overrides the template. */
export const BucketCreation = Schema.Struct({
  name: BucketName,
  object_lock: Schema.optionalKey(Schema.Boolean),
  features: Schema.optionalKey(FeatureValues),
  template: Schema.optionalKey(Schema.Literals(bucketTemplates.map(({ name }) => name))),
  like: Schema.optionalKey(ExistingBucketName),
  accept_losses: Schema.optionalKey(AcceptedLosses)
}).annotate({ identifier: "BucketCreation" })
export type BucketCreation = typeof BucketCreation.Type

export const CreationStep = Schema.Struct({
  label: Schema.String,
  state: Schema.Literals(itemStates),
  detail: Schema.NullOr(Schema.String)
}).annotate({ identifier: "CreationStep" })

/** Failed steps are listed; unfinished ones continue in run `run_id`. */
export const CreatedBucket = Schema.Struct({
  name: Schema.String,
  state: Schema.Literals(["created", "created_in_part", "not_created", "under_way"]),
  steps: Schema.Array(CreationStep),
  run_id: Schema.Int
}).annotate({ identifier: "CreatedBucket" })
export type CreatedBucket = typeof CreatedBucket.Type

export const BucketTemplate = Schema.Struct({
  name: Schema.String,
  label: Schema.String,
  text: Schema.String,
  object_lock: Schema.Boolean,
  features: FeatureValues
}).annotate({ identifier: "BucketTemplate" })
export const BucketTemplates = Schema.Struct({ items: Schema.Array(BucketTemplate) }).annotate({
  identifier: "BucketTemplates"
})

export const copiedFeatures = [
  "versioning",
  "encryption",
  "tags",
  "quota",
  "public_access_block",
  "cors",
  "lifecycle"
] as const
