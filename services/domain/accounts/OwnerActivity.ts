import { Schema } from "effect"

const read_at = Schema.DateTimeUtcFromString

export const OwnerActivity = Schema.Union([
  Schema.Struct({
    state: Schema.Literal("known"),
    last_active_hour: Schema.DateTimeUtcFromString,
    granularity_seconds: Schema.Literal(3600),
    read_at
  }),
  Schema.Struct({ state: Schema.Literals(["none", "no_log", "refused"]), read_at })
]).annotate({ identifier: "OwnerActivity" })
export type OwnerActivity = typeof OwnerActivity.Type
