import { Schema } from "effect"
import { streamEvent } from "../../platform/streamEvent.ts"

const { Array: many, NullOr, String: text } = Schema

export const accessRights = ["list", "read", "write", "delete", "administer"] as const
export const AccessRight = Schema.Literals(accessRights).annotate({ identifier: "AccessRight" })
export type AccessRight = typeof AccessRight.Type

/** `only`: key patterns that limit a `yes` or `unknown`, empty for all; `except`: patterns outside a `yes`. */
export const RightState = Schema.Struct({
  state: Schema.Literals(["yes", "no", "unknown"]),
  only: many(text),
  except: many(text)
}).annotate({ identifier: "AccessRightState" })
export type RightState = typeof RightState.Type

export const AccessRights = Schema.Struct({
  list: RightState,
  read: RightState,
  write: RightState,
  delete: RightState,
  administer: RightState
}).annotate({ identifier: "AccessRights" })
export type AccessRights = typeof AccessRights.Type

export const accessRoutes = [
  "owner",
  "account_root",
  "bucket_policy",
  "identity_policy",
  "acl",
  "public_access_block",
  "association",
  "private_access",
  "link"
] as const

export const AccessRoute = Schema.Struct({
  via: Schema.Literals(accessRoutes),
  effect: Schema.Literals(["Allow", "Deny"]),
  name: NullOr(text),
  holder: NullOr(Schema.Struct({ entity: text, name: text }).annotate({ identifier: "AccessRouteHolder" })),
  statement: NullOr(text),
  grant: NullOr(text),
  until: NullOr(text),
  expired: Schema.Boolean,
  rights: many(AccessRight),
  revocable: Schema.Boolean
}).annotate({ identifier: "AccessRoute" })
export type AccessRoute = typeof AccessRoute.Type

export const accessKinds = [
  "account_root",
  "iam_user",
  "iam_group",
  "iam_role",
  "rgw_user",
  "account",
  "principal",
  "everyone",
  "everyone_signed_in",
  "console_user",
  "private_access",
  "link"
] as const
export const AccessKind = Schema.Literals(accessKinds).annotate({ identifier: "AccessKind" })
export type AccessKind = typeof AccessKind.Type

export const AccessEntry = Schema.Struct({
  id: text,
  kind: AccessKind,
  name: text,
  detail: text,
  rights: AccessRights,
  routes: many(AccessRoute),
  since: NullOr(text),
  until: NullOr(text),
  unknown: many(text),
  notes: many(text)
}).annotate({ identifier: "AccessEntry" })
export type AccessEntry = typeof AccessEntry.Type

export const UnknownAccess = Schema.Struct({ part: text, why: text }).annotate({ identifier: "UnknownAccess" })
export type UnknownAccess = typeof UnknownAccess.Type

export const BucketAccessList = Schema.Struct({
  bucket: text,
  prefix: text,
  items: many(AccessEntry),
  unknown: many(UnknownAccess)
}).annotate({ identifier: "BucketAccessList" })
export type BucketAccessList = typeof BucketAccessList.Type

export const AccessRows = Schema.Struct({ items: many(AccessEntry) }).annotate({ identifier: "AccessRows" })
export const UnknownAccessRows = Schema.Struct({ items: many(UnknownAccess) }).annotate({
  identifier: "UnknownAccessRows"
})
export const AccessProgress = Schema.Struct({ evaluated: Schema.Int, complete: Schema.Boolean }).annotate({
  identifier: "AccessProgress"
})

export const BucketAccessEvent = Schema.Union([
  streamEvent("rows", AccessRows),
  streamEvent("unknown", UnknownAccessRows),
  streamEvent("progress", AccessProgress)
])
export type BucketAccessEvent = typeof BucketAccessEvent.Type

const stateOf = (state: RightState["state"]): RightState => ({ state, only: [], except: [] })
export const YES = stateOf("yes")
export const NO = stateOf("no")
export const UNKNOWN = stateOf("unknown")

export const allRights = (state: RightState): AccessRights => ({
  list: state,
  read: state,
  write: state,
  delete: state,
  administer: state
})

export const hasNoAccess = ({ rights }: Pick<AccessEntry, "rights">): boolean =>
  accessRights.every((right) => rights[right].state === "no")
