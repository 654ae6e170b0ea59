import { Schema } from "effect"
import { BucketName, ExistingBucketName } from "./BucketName.ts"
import { featureNames } from "./features/FeatureName.ts"
import { AcceptedLosses } from "./policies/AccessLoss.ts"
import { KeptJsonRecord } from "../platform/Text.ts"
import { bucketTemplates } from "./bucketTemplates.ts"

const settings = Object.fromEntries(featureNames.map((name) => [name, Schema.optionalKey(KeptJsonRecord)])) as {
  readonly [Name in (typeof featureNames)[number]]: Schema.optionalKey<typeof KeptJsonRecord>
}

/** Values of features, each as its own endpoint takes it. */
export const FeatureValues = Schema.Struct(settings).annotate({ identifier: "FeatureValues" })
export type FeatureValues = typeof FeatureValues.Type

/** What is sent to create a bucket with what it is to have. What is named wins over `like`, and that over the template. */
export const BucketCreation = Schema.Struct({
  name: BucketName,
  object_lock: Schema.optionalKey(Schema.Boolean),
  features: Schema.optionalKey(FeatureValues),
  template: Schema.optionalKey(Schema.Literals(bucketTemplates.map(({ name }) => name))),
  /** A bucket of the same context, whose features the new one gets. */
  like: Schema.optionalKey(ExistingBucketName),
  /** Access that the identity of the context may lack by the policy, ACL or public access block. Else it is 422, with an error a loss. */
  accept_losses: Schema.optionalKey(AcceptedLosses)
}).annotate({ identifier: "BucketCreation" })
export type BucketCreation = typeof BucketCreation.Type

/** What came of one step: the bucket itself, or one of its features. */
export const CreationStep = Schema.Struct({
  label: Schema.String,
  state: Schema.Literals(["pending", "running", "completed", "failed", "skipped", "canceled", "rolled_back"]),
  /** Why it was not done; else null. */
  detail: Schema.NullOr(Schema.String)
}).annotate({ identifier: "CreationStep" })

/** What came of a creation; steps that failed are named, and what is still being done goes on as run `run_id`. */
export const CreatedBucket = Schema.Struct({
  name: Schema.String,
  state: Schema.Literals(["created", "created_in_part", "not_created", "under_way"]),
  steps: Schema.Array(CreationStep),
  run_id: Schema.Int
}).annotate({ identifier: "CreatedBucket" })
export type CreatedBucket = typeof CreatedBucket.Type

export const BucketTemplate = Schema.Struct({
  name: Schema.String, label: Schema.String, text: Schema.String, object_lock: Schema.Boolean, features: FeatureValues
}).annotate({ identifier: "BucketTemplate" })
export const BucketTemplates = Schema.Struct({ items: Schema.Array(BucketTemplate) }).annotate({ identifier: "BucketTemplates" })

/** What a `like` copies: what a bucket is, and not who may reach it or where it tells what. */
export const likened = ["versioning", "encryption", "tags", "quota", "public_access_block", "cors", "lifecycle"] as const
