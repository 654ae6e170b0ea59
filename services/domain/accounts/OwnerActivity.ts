import { Schema } from "effect"

const read_at = Schema.DateTimeUtcFromString

/** `no_log`: no entry of anyone within a day (`rgw_enable_usage_log` off?); `refused`: key lacks `usage=read`. */
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
