import { Schema } from "effect"

const read_at = Schema.DateTimeUtcFromString

/**
 * When an RGW user was last active, by whatever key and program, as the usage log of the gateway tells it.
 * - `known`: in the hour that begins then; the log knows no more exactly, and lags by some seconds (`rgw_usage_log_tick_interval`, 30 by default).
 * - `none`: the log is kept, and holds nothing of this RGW user.
 * - `no_log`: it holds nothing of anybody of the last day: it is switched off (`rgw_enable_usage_log`), or nobody used the gateway.
 * - `refused`: the technical key may not read it (`usage=read`).
 */
export const OwnerActivity = Schema.Union([
  Schema.Struct({
    state: Schema.Literal("known"), last_active_hour: Schema.DateTimeUtcFromString, granularity_seconds: Schema.Literal(3600), read_at
  }),
  Schema.Struct({ state: Schema.Literals(["none", "no_log", "refused"]), read_at })
]).annotate({ identifier: "OwnerActivity" })
export type OwnerActivity = typeof OwnerActivity.Type
