import { Schema } from "effect"

/** Usage as last summed by the gateway, minutes old at most. `not_told`: no figures, e.g. without a root user. */
export const QuotaUsage = Schema.Union([
  Schema.Struct({
    state: Schema.Literal("known"),
    used_bytes: Schema.Int,
    /** Usage that the quota is compared with: objects in whole blocks of 4 KiB (S17). */
    counted_bytes: Schema.Int,
    object_count: Schema.Int,
    read_at: Schema.DateTimeUtcFromString
  }),
  Schema.Struct({ state: Schema.Literal("not_told") })
]).annotate({ identifier: "QuotaUsage" })
export type QuotaUsage = typeof QuotaUsage.Type
