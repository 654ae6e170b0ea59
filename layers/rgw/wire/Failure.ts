import { Schema } from "effect"

/** `Message` is usually empty (T8). */
export const WireFailure = Schema.fromJsonString(
  Schema.Struct({
    Code: Schema.String,
    Message: Schema.optionalKey(Schema.String),
    RequestId: Schema.optionalKey(Schema.String)
  })
)
