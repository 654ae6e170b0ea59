import { Schema } from "effect"

export const WireFailure = Schema.fromJsonString(
  Schema.Struct({
    Code: Schema.String,
    Message: Schema.optionalKey(Schema.String),
    RequestId: Schema.optionalKey(Schema.String)
  })
)
