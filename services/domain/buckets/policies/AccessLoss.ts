import { Schema } from "effect"

/** Access to a bucket that the identity which saves a policy, ACL or public access block may lose by it. */
export const accessLosses = ["read_policy", "change_policy", "remove_policy", "list_objects", "read_objects", "write_objects"] as const
export const AccessLoss = Schema.Literals(accessLosses)
export type AccessLoss = typeof AccessLoss.Type

/** Access that the saving identity may lose. An edit by which it would, or might, lose other access is refused and names it. */
export const AcceptedLosses = Schema.Array(AccessLoss).check(Schema.isMaxLength(accessLosses.length), Schema.isUnique())

/** A loss that an edit brings. `certain`: false where it depends on something unknown, which `why` names. `why` is a sentence for people. */
export interface FoundLoss {
  readonly access: AccessLoss
  readonly certain: boolean
  readonly why: string
}

/** The requests that stand for each kind of access. */
export const lossRequests: Readonly<Record<AccessLoss, { readonly action: string; readonly onObject: boolean; readonly words: string }>> = {
  read_policy: { action: "s3:GetBucketPolicy", onObject: false, words: "read the bucket's policy" },
  change_policy: { action: "s3:PutBucketPolicy", onObject: false, words: "change the bucket's policy" },
  remove_policy: { action: "s3:DeleteBucketPolicy", onObject: false, words: "remove the bucket's policy" },
  list_objects: { action: "s3:ListBucket", onObject: false, words: "list the bucket's objects" },
  read_objects: { action: "s3:GetObject", onObject: true, words: "read objects" },
  write_objects: { action: "s3:PutObject", onObject: true, words: "write objects" }
}
