import type { DateTime } from "effect"
import { Schema } from "effect"
import type { QuotaUsage } from "#domain/accounts/QuotaUsage.ts"

/** Usage of a user or its account (A6), from the stored sum. `size_actual`: in blocks of 4 KiB, as quotas count. */
export const WireStatistics = Schema.Struct({ size: Schema.Int, size_actual: Schema.Int, num_objects: Schema.Int })

/** Concurrent updates may leave the sum below 0 for a moment. */
const clampToZero = (value: number) => Math.max(0, value)

export const usageOf = (stats: typeof WireStatistics.Type | undefined, read_at: DateTime.Utc): QuotaUsage =>
  stats === undefined
    ? { state: "not_told" }
    : {
        state: "known",
        used_bytes: clampToZero(stats.size),
        counted_bytes: clampToZero(stats.size_actual),
        object_count: clampToZero(stats.num_objects),
        read_at
      }
