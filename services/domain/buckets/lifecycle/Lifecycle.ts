import { Schema } from "effect"
import { FilledText, Text } from "../../platform/Text.ts"

/** The gateways count days in 32 bits. */
export const longest = 2_147_483_647

/** Whole days, each to the next midnight UTC. What a gateway refuses of them is said where a rule is checked. */
const days = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: longest }))
const bytes = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
/** `2030-01-01`: its midnight UTC. */
const date = FilledText(40)
const storageClass = FilledText(128)

export const LifecycleFilter = Schema.Struct({
  /** "": every key. */
  prefix: Text(1_024),
  /** An object has all of them. */
  tags: Schema.Array(Schema.Struct({ key: FilledText(128), value: Text(256) }).annotate({ identifier: "LifecycleTag" })),
  /** Bytes; an object has more than these. */
  size_greater_than: Schema.NullOr(bytes),
  /** Bytes; an object has fewer than these. */
  size_less_than: Schema.NullOr(bytes)
}).annotate({ identifier: "LifecycleFilter" })
export type LifecycleFilter = typeof LifecycleFilter.Type

const AfterDays = Schema.Struct({ days })
const AtDate = Schema.Struct({ date })

export const LifecycleExpiration = Schema.Union([
  AfterDays, AtDate,
  /** Takes delete markers away below which nothing is left. */
  Schema.Struct({ expired_object_delete_marker: Schema.Literal(true) })
]).annotate({ identifier: "LifecycleExpiration" })
export type LifecycleExpiration = typeof LifecycleExpiration.Type

export const LifecycleTransition = Schema.Union([
  Schema.Struct({ ...AfterDays.fields, storage_class: storageClass }), Schema.Struct({ ...AtDate.fields, storage_class: storageClass })
]).annotate({ identifier: "LifecycleTransition" })
export type LifecycleTransition = typeof LifecycleTransition.Type

/** Newer noncurrent versions that are kept however old they are; null: none. */
const newer = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: longest })))

export const LifecycleRule = Schema.Struct({
  /** Null: the gateway makes one. */
  id: Schema.NullOr(FilledText(255)),
  enabled: Schema.Boolean,
  filter: LifecycleFilter,
  /** Of current versions. */
  expiration: Schema.NullOr(LifecycleExpiration),
  /** Days since a newer version was written. */
  noncurrent_expiration: Schema.NullOr(Schema.Struct({ days, newer_versions: newer }).annotate({ identifier: "LifecycleNoncurrentExpiration" })),
  transitions: Schema.Array(LifecycleTransition),
  noncurrent_transitions: Schema.Array(
    Schema.Struct({ days, newer_versions: newer, storage_class: storageClass }).annotate({ identifier: "LifecycleNoncurrentTransition" })),
  /** Days since an upload was begun. */
  abort_multipart: Schema.NullOr(Schema.Struct({ days }).annotate({ identifier: "LifecycleAbortMultipart" }))
}).annotate({ identifier: "LifecycleRule" })
export type LifecycleRule = typeof LifecycleRule.Type

export const Lifecycle = Schema.Struct({ rules: Schema.Array(LifecycleRule) }).annotate({ identifier: "Lifecycle" })
export type Lifecycle = typeof Lifecycle.Type
