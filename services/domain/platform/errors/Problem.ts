import { Schema } from "effect"
import { InputIssue } from "./Errors.ts"

export const Problem = Schema.Struct({
  type: Schema.String,
  title: Schema.String,
  status: Schema.Int,
  detail: Schema.String,
  code: Schema.String,
  request_id: Schema.String,
  errors: Schema.optionalKey(Schema.Array(InputIssue)),
  remediation_reason: Schema.optionalKey(Schema.String),
  storage: Schema.optionalKey(
    Schema.Struct({
      code: Schema.String,
      http_status: Schema.NullOr(Schema.Int),
      request_id: Schema.NullOr(Schema.String)
    })
  )
}).annotate({ identifier: "Problem" })
export type Problem = typeof Problem.Type
