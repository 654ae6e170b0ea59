import { Schema } from "effect"
import { Removed } from "../platform/Removed.ts"
import { EmailAddress, Name, Shaped, Text } from "../platform/Text.ts"
import { QuotaUsage } from "./QuotaUsage.ts"

/** Null is unlimited, 0 is none. RGW's numbers differ between buckets and users (A3); the adapter translates them. */

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

/** RGW enforces a quota only while enabled, in blocks of 4 KiB and with some lag (S17). */
export const Quota = Schema.Struct({
  enabled: Schema.Boolean,
  max_size_bytes: Schema.NullOr(Count),
  max_objects: Schema.NullOr(Count)
}).annotate({ identifier: "Quota" })
export type Quota = typeof Quota.Type

/** Per minute. RGW reads 0 as unlimited, so a limit of nothing is impossible: suspend the user instead. */
const Rate = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })))

/** Limits per gateway process and minute. */
export const RateLimit = Schema.Struct({
  enabled: Schema.Boolean,
  max_read_ops: Rate,
  max_write_ops: Rate,
  max_read_bytes: Rate,
  max_write_bytes: Rate
}).annotate({ identifier: "RateLimit" })
export type RateLimit = typeof RateLimit.Type

/** `not_supported`: before Ceph 17; `refused`: the technical key lacks `ratelimit=read`. */
export const RateLimitState = Schema.Union([
  Schema.Struct({ state: Schema.Literal("known"), limit: RateLimit }),
  Schema.Struct({ state: Schema.Literals(["not_supported", "refused"]) })
]).annotate({ identifier: "RateLimitState" })
export type RateLimitState = typeof RateLimitState.Type

export const CapPermission = Schema.Literals(["read", "write", "*"]).annotate({ identifier: "CapPermission" })
export type CapPermission = typeof CapPermission.Type

export const Cap = Schema.Struct({ type: Shaped(/^[a-z][a-z0-9-]{0,39}$/u, 40), perm: CapPermission }).annotate({
  identifier: "Cap"
})
export type Cap = typeof Cap.Type

const onceEach = Schema.makeFilter((caps: ReadonlyArray<{ readonly type: string }>) => {
  const second = caps.findIndex(({ type }, index) => caps.findIndex((other) => other.type === type) !== index)
  return second < 0 || { path: [second, "type"], issue: "This is in the list already" }
})
const Caps = Schema.Array(Cap).check(Schema.isMaxLength(40), onceEach)

const Most = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 })))

export const OperationType = Schema.Literals(["read", "write", "delete"]).annotate({ identifier: "OperationType" })
export type OperationType = typeof OperationType.Type

export const operationTypes = OperationType.literals

/** In RGW's order, each once. */
export const sortedOpMask = (mask: ReadonlyArray<OperationType>): ReadonlyArray<OperationType> =>
  operationTypes.filter((type) => mask.includes(type))

const OpMask = Schema.Array(OperationType).check(Schema.isMaxLength(operationTypes.length))
const PlacementTarget = Name(200)

export const S3UserOnGateway = Schema.Struct({
  rgw_user_uid: Schema.String,
  display_name: Schema.String,
  email: Schema.NullOr(Schema.String),
  suspended: Schema.Boolean,
  max_buckets: Schema.NullOr(Schema.Int),
  /** S3 operations that the gateway accepts from the user; policies may refuse more. */
  op_mask: Schema.Array(OperationType),
  /** For new buckets. Null: the zone group's. */
  default_placement: Schema.NullOr(Schema.String),
  /** Read only: Admin Ops cannot change it (A22). */
  default_storage_class: Schema.NullOr(Schema.String),
  user_quota: Quota,
  bucket_quota: Quota,
  usage: QuotaUsage,
  caps: Schema.Array(Schema.Struct({ type: Schema.String, perm: CapPermission })),
  rate_limit: RateLimitState,
  /** Owner of the endpoint's technical key: not suspended or deleted here, and its capabilities stay. */
  administers: Schema.Boolean
}).annotate({ identifier: "S3UserOnGateway" })
export type S3UserOnGateway = typeof S3UserOnGateway.Type

const accountLimits = { max_users: Most, max_groups: Most, max_roles: Most, max_buckets: Most, max_access_keys: Most }
export const AccountLimits = Schema.Struct(accountLimits).annotate({ identifier: "AccountLimits" })
export type AccountLimits = typeof AccountLimits.Type

export const AccountOnGateway = Schema.Struct({
  rgw_account_id: Schema.String,
  name: Schema.String,
  email: Schema.NullOr(Schema.String),
  limits: AccountLimits,
  account_quota: Quota,
  bucket_quota: Quota,
  usage: QuotaUsage
}).annotate({ identifier: "AccountOnGateway" })
export type AccountOnGateway = typeof AccountOnGateway.Type

/* Optimistic lock: `was` is compared with the current value; absent, any value is replaced. */

const userProfile = {
  display_name: Schema.optionalKey(Name(200)),
  email: Schema.optionalKey(Schema.NullOr(EmailAddress)),
  max_buckets: Schema.optionalKey(Most),
  op_mask: Schema.optionalKey(OpMask),
  /** An existing placement target cannot be removed (A22), so null is then refused. */
  default_placement: Schema.optionalKey(Schema.NullOr(PlacementTarget))
}
const ReadUserProfile = Schema.Struct({
  display_name: Schema.optionalKey(Text(1_000)),
  email: Schema.optionalKey(Schema.NullOr(Text(1_000))),
  max_buckets: Schema.optionalKey(Most),
  op_mask: Schema.optionalKey(OpMask),
  default_placement: Schema.optionalKey(Schema.NullOr(Text(1_000)))
})

export const UpdateS3UserOnGateway = Schema.Struct({
  ...userProfile,
  was: Schema.optionalKey(ReadUserProfile)
}).annotate({ identifier: "UpdateS3UserOnGateway" })
export type UpdateS3UserOnGateway = typeof UpdateS3UserOnGateway.Type

/** Null keeps an account without an address. An existing address cannot be removed (A2), so null is then refused. */
const accountProfile = { name: Schema.optionalKey(Name(200)), email: Schema.optionalKey(Schema.NullOr(EmailAddress)) }
const ReadAccountProfile = Schema.Struct({
  name: Schema.optionalKey(Text(1_000)),
  email: Schema.optionalKey(Schema.NullOr(Text(1_000)))
})

export const UpdateAccountOnGateway = Schema.Struct({
  ...accountProfile,
  was: Schema.optionalKey(ReadAccountProfile)
}).annotate({ identifier: "UpdateAccountOnGateway" })
export type UpdateAccountOnGateway = typeof UpdateAccountOnGateway.Type

const someLimits = {
  max_users: Schema.optionalKey(Most),
  max_groups: Schema.optionalKey(Most),
  max_roles: Schema.optionalKey(Most),
  max_buckets: Schema.optionalKey(Most),
  max_access_keys: Schema.optionalKey(Most)
}
export const SomeAccountLimits = Schema.Struct(someLimits).annotate({ identifier: "SomeAccountLimits" })

export const UpdateAccountLimits = Schema.Struct({
  ...someLimits,
  was: Schema.optionalKey(SomeAccountLimits)
}).annotate({ identifier: "UpdateAccountLimits" })
export type UpdateAccountLimits = typeof UpdateAccountLimits.Type

export const UpdateQuota = Schema.Struct({ ...Quota.fields, was: Schema.optionalKey(Quota) }).annotate({
  identifier: "UpdateQuota"
})
export type UpdateQuota = typeof UpdateQuota.Type

export const UpdateRateLimit = Schema.Struct({ ...RateLimit.fields, was: Schema.optionalKey(RateLimit) }).annotate({
  identifier: "UpdateRateLimit"
})
export type UpdateRateLimit = typeof UpdateRateLimit.Type

export const UpdateCaps = Schema.Struct({ caps: Caps, was: Schema.optionalKey(Caps) }).annotate({
  identifier: "UpdateCaps"
})
export type UpdateCaps = typeof UpdateCaps.Type

export const CapsAnswer = Schema.Struct({ caps: S3UserOnGateway.fields.caps }).annotate({ identifier: "CapsAnswer" })

export const Suspension = Schema.Struct({ suspended: Schema.Boolean }).annotate({ identifier: "Suspension" })
export type Suspension = typeof Suspension.Type

export const UserQuotaType = Schema.Literals(["user", "bucket"])
export type UserQuotaType = typeof UserQuotaType.Type
export const AccountQuotaType = Schema.Literals(["account", "bucket"])
export type AccountQuotaType = typeof AccountQuotaType.Type

export const DeletedOnGateway = Schema.Struct({
  ...Removed.fields,
  external_id: Schema.String
}).annotate({ identifier: "DeletedOnGateway" })
export type DeletedOnGateway = typeof DeletedOnGateway.Type

export const sortedCaps = (caps: ReadonlyArray<Cap>): ReadonlyArray<Cap> =>
  [...caps].sort((one, other) => (one.type < other.type ? -1 : one.type > other.type ? 1 : 0))

const rightsOf = (perm: CapPermission): ReadonlyArray<"read" | "write"> => (perm === "*" ? ["read", "write"] : [perm])

export const additionalCaps = (from: ReadonlyArray<Cap>, other: ReadonlyArray<Cap>): ReadonlyArray<Cap> =>
  sortedCaps(from).flatMap(({ perm, type }) => {
    const granted = other.filter((cap) => cap.type === type).flatMap((cap) => rightsOf(cap.perm))
    const [first, second] = rightsOf(perm).filter((right) => !granted.includes(right))
    return first === undefined ? [] : [{ type, perm: second === undefined ? first : ("*" as const) }]
  })

export const matchesRequest = (now: object, expected: object): boolean =>
  Object.entries(expected).every(
    ([key, value]) => JSON.stringify((now as Readonly<Record<string, unknown>>)[key]) === JSON.stringify(value)
  )
