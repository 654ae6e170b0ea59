import { Schema } from "effect"

const read_at = Schema.DateTimeUtcFromString

/**
 * Last activity of an RGW user by any key, from the gateway's usage log. `known`: within that hour, with a lag of
 * seconds (`rgw_usage_log_tick_interval`, default 30). `none`: the log has no entry of this user. `no_log`: it has no
 * entry of anyone within a day: disabled (`rgw_enable_usage_log`) or unused. `refused`: the technical key lacks
 * `usage=read`.
 */
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
