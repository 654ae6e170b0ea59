import type { DateTime } from "effect"
import { Schema } from "effect"
import type { QuotaUsage } from "#domain/accounts/QuotaUsage.ts"

/**
 * `stats` of a user (A6), of the whole account where it is in one. The gateway reads them from the sum that it keeps: nothing is counted for the call
 * (`sync=true` would). `size_actual`: in blocks of 4 KiB, as quotas count.
 */
export const WireStatistics = Schema.Struct({ size: Schema.Int, size_actual: Schema.Int, num_objects: Schema.Int })

/** A sum that several processes keep may be a little below nothing for a moment. */
const counted = (value: number) => Math.max(0, value)

export const usageOf = (stats: typeof WireStatistics.Type | undefined, read_at: DateTime.Utc): QuotaUsage => stats === undefined
  ? { state: "not_told" }
  : { state: "known", used_bytes: counted(stats.size), counted_bytes: counted(stats.size_actual), object_count: counted(stats.num_objects), read_at }
