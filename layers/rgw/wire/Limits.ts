import { Schema } from "effect"
import type { AccountLimits, Quota, RateLimit } from "#domain/accounts/GatewaySettings.ts"

export const WireQuota = Schema.Struct({ enabled: Schema.Boolean, max_size: Schema.Number, max_objects: Schema.Number })

const orUnlimited = (value: number) => (value < 0 ? null : value)

export const quotaOf = ({ enabled, max_objects, max_size }: typeof WireQuota.Type): Quota => ({
  enabled,
  max_size_bytes: orUnlimited(max_size),
  max_objects: orUnlimited(max_objects)
})

/** A4, A11: `max-size` in bytes; kilobytes work for users only. Omitted values stay. */
export const quotaQuery = (
  type: string,
  { enabled, max_objects, max_size_bytes }: Partial<Quota>
): Record<string, string> => ({
  quota: "",
  "quota-type": type,
  ...(max_size_bytes === undefined ? {} : { "max-size": String(max_size_bytes ?? -1) }),
  ...(max_objects === undefined ? {} : { "max-objects": String(max_objects ?? -1) }),
  ...(enabled === undefined ? {} : { enabled: String(enabled) })
})

export const WireRateLimit = Schema.Struct({
  max_read_ops: Schema.Number,
  max_write_ops: Schema.Number,
  max_read_bytes: Schema.Number,
  max_write_bytes: Schema.Number,
  enabled: Schema.Boolean
})

const orFree = (value: number) => (value <= 0 ? null : value)

export const rateLimitOf = (wire: typeof WireRateLimit.Type): RateLimit => ({
  enabled: wire.enabled,
  max_read_ops: orFree(wire.max_read_ops),
  max_write_ops: orFree(wire.max_write_ops),
  max_read_bytes: orFree(wire.max_read_bytes),
  max_write_bytes: orFree(wire.max_write_bytes)
})

export const rateLimitQuery = (limit: RateLimit): Record<string, string> => ({
  "max-read-ops": String(limit.max_read_ops ?? 0),
  "max-write-ops": String(limit.max_write_ops ?? 0),
  "max-read-bytes": String(limit.max_read_bytes ?? 0),
  "max-write-bytes": String(limit.max_write_bytes ?? 0),
  enabled: String(limit.enabled)
})

/** A3: for buckets 0 is unlimited and a negative number none */
export const decodeMaxBuckets = (value: number): number | null => (value === 0 ? null : Math.max(value, 0))
export const encodeMaxBuckets = (value: number | null): string => String(value === null ? 0 : value === 0 ? -1 : value)

/** for users, groups, roles and access keys it is the reverse */
export const decodeLimit = (value: number): number | null => (value < 0 ? null : value)
export const encodeLimit = (value: number | null): string => String(value ?? -1)

const counted = [
  ["max_users", "max-users"],
  ["max_groups", "max-groups"],
  ["max_roles", "max-roles"],
  ["max_access_keys", "max-access-keys"]
] as const

export const limitsQuery = ({ max_buckets, ...limits }: Partial<AccountLimits>): Record<string, string> => ({
  ...(max_buckets === undefined ? {} : { "max-buckets": encodeMaxBuckets(max_buckets) }),
  ...Object.fromEntries(
    counted.flatMap(([field, parameter]) => {
      const value = limits[field]
      return value === undefined ? [] : [[parameter, encodeLimit(value)]]
    })
  )
})
