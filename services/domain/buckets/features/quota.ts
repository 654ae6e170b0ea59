import { Option, Schema } from "effect"
import { type Feature, plainFeature } from "./Feature.ts"

const amount = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })))

export const BucketQuota = Schema.Struct({
  max_size_bytes: amount,
  max_objects: amount,
  enabled: Schema.Boolean
}).annotate({ identifier: "BucketQuota" })
export type BucketQuota = typeof BucketQuota.Type

const Stored = Schema.fromJsonString(BucketQuota)
const decode = Schema.decodeUnknownOption(Stored)
const encode = Schema.encodeSync(Stored)

/** Gateways return this for no quota as well. */
const isNone = ({ enabled, max_objects, max_size_bytes }: BucketQuota): boolean =>
  !enabled && max_objects === null && max_size_bytes === null

export const storedQuota = (value: BucketQuota | null): string | null =>
  value === null || isNone(value) ? null : encode(value)
export const parseBucketQuota = (stored: string | null): BucketQuota | null =>
  stored === null ? null : Option.getOrNull(decode(stored))

const units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"] as const

const sizeText = (bytes: number): string => {
  const at = Math.min(bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10), units.length - 1)
  return `${Number((bytes / 1024 ** at).toFixed(2))} ${units[at]}`
}

/** A15; only cluster administrators can set it. */
export const quota: Feature<BucketQuota> = {
  ...plainFeature,
  name: "quota",
  label: "Quota",
  action: "bucket.quota.update",
  schema: BucketQuota,
  wire: { _tag: "BucketQuota" },
  understand: (stored) => {
    if (stored === null) return { value: null }
    const value = parseBucketQuota(stored)
    return value === null ? null : { value }
  },
  express: storedQuota,
  state: (value) => (value === null ? "not_set" : value.enabled ? "enabled" : "disabled"),
  summary: (value) => {
    if (value === null) return ""
    const parts = [
      ...(value.max_size_bytes === null ? [] : [sizeText(value.max_size_bytes)]),
      ...(value.max_objects === null ? [] : [`${value.max_objects.toLocaleString("en-US")} objects`])
    ]
    return `${parts.length === 0 ? "No limit" : parts.join(", ")}${value.enabled ? "" : " (off)"}`
  },
  params: (value) => (value === null ? [] : [{ ...value }]),
  warnings: (value) =>
    value?.enabled === true
      ? ["The gateway counts in steps of 4 KiB and now and then: near the limit it is not exact."]
      : []
}
