import { Schema } from "effect"
import { Shaped } from "../platform/Text.ts"
import { openQuarantines } from "./openQuarantines.ts"

/** Days from today until which a bucket may be kept before it is deleted. */
export const [fewestDays, mostDays] = [1, 90] as const

/** What is sent to have a bucket deleted later. */
export const QuarantineBucket = Schema.Struct({
  /** The day on which it goes, in UTC: `2026-12-24`. */
  day: Shaped(/^\d{4}-\d{2}-\d{2}$/u, 10)
}).annotate({ identifier: "QuarantineBucket" })
export type QuarantineBucket = typeof QuarantineBucket.Type

/**
 * `quarantined`: nobody reaches what is in it. `deleting`: its day has come, and it is being emptied. `failed`: it could not be
 * deleted, `problem` says why; what is left of it can be restored.
 */
export const quarantineStates = [...openQuarantines, "restored", "deleted"] as const

/** A bucket that waits for its deletion. */
export const Quarantine = Schema.Struct({
  bucket: Schema.String,
  state: Schema.Literals(quarantineStates),
  /** The moment from which it is deleted. */
  until: Schema.String,
  asked_at: Schema.String,
  /** Who asked for it; null: nobody who is known. */
  asked_by: Schema.NullOr(Schema.String),
  problem: Schema.NullOr(Schema.String),
  /** The run that empties it, once there is one. */
  run_id: Schema.NullOr(Schema.Int),
  ended_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Quarantine" })
export type Quarantine = typeof Quarantine.Type

export const Quarantines = Schema.Struct({ items: Schema.Array(Quarantine) }).annotate({ identifier: "Quarantines" })

/** What the job did: quarantines whose day had come. */
export const QuarantineReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  reason: Schema.NullOr(Schema.Literals(["lease_held"])),
  /** Emptying was begun. */
  begun_count: Schema.Int,
  deleted_count: Schema.Int,
  failed_count: Schema.Int,
  /** The gateway could not be asked, or the bucket is being emptied: looked at again. */
  waiting_count: Schema.Int
}).annotate({ identifier: "QuarantineReport" })
export type QuarantineReport = typeof QuarantineReport.Type

/**
 * What nobody may do with a bucket in quarantine, its owner included. Actions on the policy itself are not among
 * them: a Deny of these shuts out IAM users of the owning account, and only its root user could then end the quarantine. `NotAction`
 * would say it shorter, and never matches on RGW.
 */
const denied = [
  "s3:GetObject*", "s3:PutObject*", "s3:DeleteObject*", "s3:ListBucket", "s3:ListBucketVersions", "s3:ListBucketMultipartUploads", "s3:ListMultipartUploadParts",
  "s3:AbortMultipartUpload", "s3:RestoreObject", "s3:BypassGovernanceRetention", "s3:DeleteBucket", "s3:PutBucketVersioning", "s3:PutLifecycleConfiguration",
  "s3:PutBucketAcl", "s3:PutReplicationConfiguration"
]

/** The policy of a bucket in quarantine; `id` tells it from any other quarantine of the bucket. */
export const quarantinePolicy = (bucket: string, id: string): string =>
  JSON.stringify({
    Version: "2012-10-17", Id: `stowage-quarantine-${id}`,
    Statement: [{ Sid: "StowageQuarantine", Effect: "Deny", Principal: "*", Action: denied, Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`] }]
  })

const day = 86_400_000

/** The moment at which a day begins, or why it may not be chosen. `now`: milliseconds since the epoch. */
export const momentOfDay = (text: string, now: number): { readonly moment: number } | { readonly fault: string } => {
  const moment = Date.parse(`${text}T00:00:00.000Z`)
  if (Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== text) return { fault: "There is no such day" }
  const ahead = (moment - Math.floor(now / day) * day) / day
  return ahead < fewestDays || ahead > mostDays ? { fault: `Choose a day between tomorrow and ${mostDays} days from now` } : { moment }
}
