import { Schema } from "effect"

/**
 * How much somebody has, as their gateway last summed it up: within minutes of what is so, and never counted for us.
 * `not_told`: the gateway told no figures (there is no root user to ask it about, for instance).
 */
export const QuotaUsage = Schema.Union([
  Schema.Struct({
    state: Schema.Literal("known"),
    /** What objects hold. */
    used_bytes: Schema.Int,
    /** What a quota is held against: each object in whole blocks of 4 KiB (S17). */
    counted_bytes: Schema.Int,
    object_count: Schema.Int,
    /** When the gateway was asked. */
    read_at: Schema.DateTimeUtcFromString
  }),
  Schema.Struct({ state: Schema.Literal("not_told") })
]).annotate({ identifier: "QuotaUsage" })
export type QuotaUsage = typeof QuotaUsage.Type
