import { Schema } from "effect"
import { Shaped } from "../platform/Text.ts"
import { openQuarantines } from "./openQuarantines.ts"

/** Days from today. */
export const [MIN_QUARANTINE_DAYS, MAX_QUARANTINE_DAYS] = [1, 90] as const

export const QuarantineBucket = Schema.Struct({
  day: Shaped(/^\d{4}-\d{2}-\d{2}$/u, 10)
}).annotate({ identifier: "QuarantineBucket" })
export type QuarantineBucket = typeof QuarantineBucket.Type

/** `failed`: deletion failed (`problem`); the rest can be restored. */
export const quarantineStates = [...openQuarantines, "restored", "deleted"] as const

export const Quarantine = Schema.Struct({
  bucket: Schema.String,
  state: Schema.Literals(quarantineStates),
  until: Schema.String,
  asked_at: Schema.String,
  asked_by: Schema.NullOr(Schema.String),
  problem: Schema.NullOr(Schema.String),
  run_id: Schema.NullOr(Schema.Int),
  ended_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Quarantine" })
export type Quarantine = typeof Quarantine.Type

export const Quarantines = Schema.Struct({ items: Schema.Array(Quarantine) }).annotate({ identifier: "Quarantines" })

export const QuarantineReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  reason: Schema.NullOr(Schema.Literals(["lease_held"])),
  begun_count: Schema.Int,
  deleted_count: Schema.Int,
  failed_count: Schema.Int,
  waiting_count: Schema.Int
}).annotate({ identifier: "QuarantineReport" })
export type QuarantineReport = typeof QuarantineReport.Type

/** Excludes policy actions, else only the root user could end it. RGW never matches `NotAction`. */
const DENIED_ACTIONS = [
  "s3:GetObject*",
  "s3:PutObject*",
  "s3:DeleteObject*",
  "s3:ListBucket",
  "s3:ListBucketVersions",
  "s3:ListBucketMultipartUploads",
  "s3:ListMultipartUploadParts",
  "s3:AbortMultipartUpload",
  "s3:RestoreObject",
  "s3:BypassGovernanceRetention",
  "s3:DeleteBucket",
  "s3:PutBucketVersioning",
  "s3:PutLifecycleConfiguration",
  "s3:PutBucketAcl",
  "s3:PutReplicationConfiguration"
]

export const quarantinePolicy = (bucket: string, id: string): string =>
  JSON.stringify({
    Version: "2012-10-17",
    Id: `stowage-quarantine-${id}`,
    Statement: [
      {
        Sid: "StowageQuarantine",
        Effect: "Deny",
        Principal: "*",
        Action: DENIED_ACTIONS,
        Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`]
      }
    ]
  })

const DAY_MS = 86_400_000

/** Start of a UTC day. Times in milliseconds. */
export const parseQuarantineDay = (
  text: string,
  now: number
): { readonly moment: number } | { readonly fault: string } => {
  const moment = Date.parse(`${text}T00:00:00.000Z`)
  if (Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== text)
    return { fault: "There is no such day" }
  const ahead = (moment - Math.floor(now / DAY_MS) * DAY_MS) / DAY_MS
  return ahead < MIN_QUARANTINE_DAYS || ahead > MAX_QUARANTINE_DAYS
    ? { fault: `Choose a day between tomorrow and ${MAX_QUARANTINE_DAYS} days from now` }
    : { moment }
}
