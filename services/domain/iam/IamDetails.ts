import { Schema } from "effect"
import { streamEvent } from "../platform/streamEvent.ts"
import { IamKey, IamName, IamRole, IamUser, ManagedPolicy } from "./IamEntity.ts"

const { Array: many, String: text } = Schema

/** What belongs to a user, group or role; lists that its sort does not have are empty. `fault`: why it could not be read. */
export const IamDetails = Schema.Struct({
  name: text, keys: many(IamKey), groups: many(text), members: many(text), attached: many(ManagedPolicy), inline: many(text), fault: Schema.NullOr(text)
}).annotate({ identifier: "IamDetails" })
export type IamDetails = typeof IamDetails.Type
export const IamDetailsList = Schema.Struct({ items: many(IamDetails) }).annotate({ identifier: "IamDetailsList" })

export const DescribeIam = Schema.Struct({ names: many(IamName).check(Schema.isMinLength(1), Schema.isMaxLength(100)) }).annotate({ identifier: "DescribeIam" })

/** Users and groups have the same fields; roles more. */
export const IamRows = Schema.Struct({ items: many(Schema.Union([IamRole, IamUser])) }).annotate({ identifier: "IamRows" })
/** `detailed`: of how many rows they are known by now. */
export const IamDetailsRows = Schema.Struct({ items: many(IamDetails), detailed: Schema.Int }).annotate({ identifier: "IamDetailsRows" })
export const IamProgress = Schema.Struct({ listed: Schema.Int, detailed: Schema.Int, complete: Schema.Boolean }).annotate({ identifier: "IamProgress" })

/** A list as it becomes known: its pages, then what belongs to each row. */
export const IamListEvent = Schema.Union([streamEvent("rows", IamRows), streamEvent("details", IamDetailsRows), streamEvent("progress", IamProgress)])
export type IamListEvent = typeof IamListEvent.Type

const Named = Schema.Struct({ name: text, why: text }).annotate({ identifier: "UnusedIamEntity" })
const unused = {
  keys: many(Schema.Struct({ user: text, ...IamKey.fields, why: text }).annotate({ identifier: "UnusedIamKey" })),
  /** attached to nobody */
  policies: many(ManagedPolicy),
  users: many(Named), groups: many(Named), roles: many(Named)
}
/** Some of what seems to be of no use, as it becomes known; policies last, since anybody may have one. */
export const UnusedIam = Schema.Struct(unused).annotate({ identifier: "UnusedIam" })
export type UnusedIam = typeof UnusedIam.Type

/** What seems to be of no use. Whether a key was ever used, RGW does not tell. */
export const IamUnused = Schema.Struct({
  /** the gateway tells when keys were used last */
  last_used_known: Schema.Boolean,
  note: text,
  ...unused
}).annotate({ identifier: "IamUnused" })
export type IamUnused = typeof IamUnused.Type

export const UnusedIamEvent = Schema.Union([streamEvent("found", UnusedIam), streamEvent("progress", IamProgress)])
export type UnusedIamEvent = typeof UnusedIamEvent.Type
