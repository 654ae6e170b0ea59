import { Schema } from "effect"
import { InputIssue } from "./Errors.ts"

/** The `application/problem+json` document of RFC 9457 as this product sends it. */
export const Problem = Schema.Struct({
  type: Schema.String,
  title: Schema.String,
  status: Schema.Int,
  detail: Schema.String,
  /** Stable snake_case; what clients branch on. */
  code: Schema.String,
  request_id: Schema.String,
  errors: Schema.optionalKey(Schema.Array(InputIssue)),
  /** Only with `workspace_unavailable`: a stable word for why a context does not open there. */
  remediation_reason: Schema.optionalKey(Schema.String),
  /** Only with `storage_error`: what the gateway said, without its text. */
  storage: Schema.optionalKey(Schema.Struct({
    code: Schema.String,
    http_status: Schema.NullOr(Schema.Int),
    request_id: Schema.NullOr(Schema.String)
  }))
}).annotate({ identifier: "Problem" })
export type Problem = typeof Problem.Type
