import { Schema } from "effect"
import { GatewayFinding } from "../gateways/endpoints/GatewayDiagnosis.ts"

/** One call that was made with the keys, and what came back. */
export const ConnectionCall = Schema.Struct({
  call: Schema.Literals(["ListBuckets", "iam:GetUser", "iam:ListUsers", "sts:GetCallerIdentity"]),
  /** Null: nothing answered. */
  http_status: Schema.NullOr(Schema.Int),
  /** The gateway's own error code. */
  code: Schema.NullOr(Schema.String),
  took_ms: Schema.Int,
  /** Null: it could not be told. */
  worked: Schema.NullOr(Schema.Boolean),
  /** In our words. */
  evidence: Schema.String
}).annotate({ identifier: "ConnectionCall" })
export type ConnectionCall = typeof ConnectionCall.Type

/** Whose keys they are, as the gateway tells it. */
export const ConnectionIdentity = Schema.Struct({
  arn: Schema.NullOr(Schema.String),
  user_name: Schema.NullOr(Schema.String),
  told_by: Schema.Literals(["iam:GetUser", "sts:GetCallerIdentity"])
}).annotate({ identifier: "ConnectionIdentity" })
export type ConnectionIdentity = typeof ConnectionIdentity.Type

/** What trying a connection brought. */
export const ConnectionEvidence = Schema.Struct({
  finding: GatewayFinding,
  summary: Schema.String,
  /** What to do about it; null when nothing is to be done. */
  next: Schema.NullOr(Schema.String),
  /** Null: they could not be listed. */
  bucket_count: Schema.NullOr(Schema.Int),
  identity: Schema.NullOr(ConnectionIdentity),
  /** Null where it could not be told. */
  can_manage_iam: Schema.NullOr(Schema.Boolean),
  suggested_owner_type: Schema.NullOr(Schema.Literals(["iam_user", "account_user", "s3_user"])),
  calls: Schema.Array(ConnectionCall),
  took_ms: Schema.Int,
  checked_at: Schema.DateTimeUtcFromString
}).annotate({ identifier: "ConnectionEvidence" })
export type ConnectionEvidence = typeof ConnectionEvidence.Type
