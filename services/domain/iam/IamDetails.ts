import { Schema } from "effect"
import { streamEvent } from "../platform/streamEvent.ts"
import { IamKey, IamName, IamRole, IamUser, ManagedPolicy, PolicyHolder } from "./IamEntity.ts"

const { Array: many, String: text } = Schema

export const IamDetails = Schema.Struct({
  name: text,
  keys: many(IamKey),
  groups: many(text),
  members: many(text),
  attached: many(ManagedPolicy),
  inline: many(text),
  fault: Schema.NullOr(text)
}).annotate({ identifier: "IamDetails" })
export type IamDetails = typeof IamDetails.Type
export const IamDetailsList = Schema.Struct({ items: many(IamDetails) }).annotate({ identifier: "IamDetailsList" })

export const DescribeIam = Schema.Struct({
  names: many(IamName).check(Schema.isMinLength(1), Schema.isMaxLength(100))
}).annotate({ identifier: "DescribeIam" })

export const IamRows = Schema.Struct({ items: many(Schema.Union([IamRole, IamUser])) }).annotate({
  identifier: "IamRows"
})
export const IamDetailsRows = Schema.Struct({ items: many(IamDetails), detailed: Schema.Int }).annotate({
  identifier: "IamDetailsRows"
})
export const IamProgress = Schema.Struct({
  listed: Schema.Int,
  detailed: Schema.Int,
  complete: Schema.Boolean
}).annotate({ identifier: "IamProgress" })

export const IamListEvent = Schema.Union([
  streamEvent("rows", IamRows),
  streamEvent("details", IamDetailsRows),
  streamEvent("progress", IamProgress)
])
export type IamListEvent = typeof IamListEvent.Type

const Named = Schema.Struct({ name: text, why: text }).annotate({ identifier: "UnusedIamEntity" })
const unused = {
  keys: many(Schema.Struct({ user: text, ...IamKey.fields, why: text }).annotate({ identifier: "UnusedIamKey" })),
  /** Not attached. Empty while a user, group or role is unread: it may have any of them. */
  policies: many(ManagedPolicy),
  users: many(Named),
  groups: many(Named),
  roles: many(Named),
  unread: many(
    Schema.Struct({ entity: PolicyHolder, name: text, fault: text }).annotate({ identifier: "UnreadIamEntity" })
  )
}
/** Partial result; policies come last, since any identity may use one. */
export const UnusedIam = Schema.Struct(unused).annotate({ identifier: "UnusedIam" })
export type UnusedIam = typeof UnusedIam.Type

export const IamUnused = Schema.Struct({
  last_used_known: Schema.Boolean,
  note: text,
  ...unused
}).annotate({ identifier: "IamUnused" })
export type IamUnused = typeof IamUnused.Type

export const UnusedIamEvent = Schema.Union([streamEvent("found", UnusedIam), streamEvent("progress", IamProgress)])
export type UnusedIamEvent = typeof UnusedIamEvent.Type
