import { Schema } from "effect"
import { GatewayFinding } from "../gateways/endpoints/GatewayDiagnosis.ts"

export const ConnectionCall = Schema.Struct({
  call: Schema.Literals(["ListBuckets", "iam:GetUser", "iam:ListUsers", "sts:GetCallerIdentity"]),
  http_status: Schema.NullOr(Schema.Int),
  code: Schema.NullOr(Schema.String),
  took_ms: Schema.Int,
  worked: Schema.NullOr(Schema.Boolean),
  evidence: Schema.String
}).annotate({ identifier: "ConnectionCall" })
export type ConnectionCall = typeof ConnectionCall.Type

export const ConnectionIdentity = Schema.Struct({
  arn: Schema.NullOr(Schema.String),
  user_name: Schema.NullOr(Schema.String),
  told_by: Schema.Literals(["iam:GetUser", "sts:GetCallerIdentity"])
}).annotate({ identifier: "ConnectionIdentity" })
export type ConnectionIdentity = typeof ConnectionIdentity.Type

export const ConnectionEvidence = Schema.Struct({
  finding: GatewayFinding,
  summary: Schema.String,
  next: Schema.NullOr(Schema.String),
  bucket_count: Schema.NullOr(Schema.Int),
  identity: Schema.NullOr(ConnectionIdentity),
  can_manage_iam: Schema.NullOr(Schema.Boolean),
  suggested_owner_type: Schema.NullOr(Schema.Literals(["iam_user", "account_user", "s3_user"])),
  calls: Schema.Array(ConnectionCall),
  took_ms: Schema.Int,
  checked_at: Schema.DateTimeUtcFromString
}).annotate({ identifier: "ConnectionEvidence" })
export type ConnectionEvidence = typeof ConnectionEvidence.Type
