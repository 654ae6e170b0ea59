import { Schema } from "effect"

export const accessLosses = [
  "read_policy",
  "change_policy",
  "remove_policy",
  "list_objects",
  "read_objects",
  "write_objects"
] as const
export const AccessLoss = Schema.Literals(accessLosses)
export type AccessLoss = typeof AccessLoss.Type

export const AcceptedLosses = Schema.Array(AccessLoss).check(Schema.isMaxLength(accessLosses.length), Schema.isUnique())

/** `certain`: false if it depends on something unknown. `why`: a sentence for users. */
export interface DetectedLoss {
  readonly access: AccessLoss
  readonly certain: boolean
  readonly why: string
}

export const lossRequests: Readonly<
  Record<AccessLoss, { readonly action: string; readonly onObject: boolean; readonly words: string }>
> = {
  read_policy: { action: "s3:GetBucketPolicy", onObject: false, words: "read the bucket's policy" },
  change_policy: { action: "s3:PutBucketPolicy", onObject: false, words: "change the bucket's policy" },
  remove_policy: { action: "s3:DeleteBucketPolicy", onObject: false, words: "remove the bucket's policy" },
  list_objects: { action: "s3:ListBucket", onObject: false, words: "list the bucket's objects" },
  read_objects: { action: "s3:GetObject", onObject: true, words: "read objects" },
  write_objects: { action: "s3:PutObject", onObject: true, words: "write objects" }
}
