import { Schema } from "effect"
import { Removed } from "../platform/Removed.ts"
import { IamName } from "./IamEntity.ts"
import { RowId } from "../platform/RowId.ts"
import { FilledText, Name, Shaped } from "../platform/Text.ts"
import { accessStates } from "./accessState.ts"

/** The most that a policy of a user may hold. Source: IAM quotas, inline policies of a user are 2,048 characters on AWS; RGW takes more. */
export const policyBytesMost = 6_144
/** Of each sort; RGW and AWS have lower limits of their own, which the gateway tells. */
const most = 20

const noneTwice = <A>(nameOf: (value: A) => string) => Schema.makeFilter((values: ReadonlyArray<A>) =>
  new Set(values.map(nameOf)).size === values.length || "Each may be named once")
const same = (name: string) => name

/** A policy that can be attached, by its ARN. */
export const PolicyArn = Shaped(/^arn:[\w+=,.@:/-]{1,190}$/u, 200)

const isPolicy = Schema.makeFilter((text: string) => {
  if (new TextEncoder().encode(text).length > policyBytesMost) return `At most ${policyBytesMost} bytes`
  try {
    const value: unknown = JSON.parse(text)
    return (typeof value === "object" && value !== null && !Array.isArray(value)) || "Expected a JSON object"
  } catch (error) {
    if (error instanceof SyntaxError) return "Expected JSON"
    throw error
  }
})

/** A policy of the access's own; `document` is its JSON text. */
export const OwnPolicy = Schema.Struct({ name: IamName, document: FilledText(policyBytesMost).check(isPolicy) }).annotate({ identifier: "OwnPolicy" })
export type OwnPolicy = typeof OwnPolicy.Type

/** What the IAM user behind an access is to have, in an order that stays. */
export interface WantedAccess {
  readonly groups: ReadonlyArray<string>
  readonly managed_policies: ReadonlyArray<string>
  readonly inline_policies: ReadonlyArray<OwnPolicy>
}

const wanted = {
  /** IAM groups of the account that it is a member of. */
  groups: Schema.Array(IamName).check(Schema.isMaxLength(most), noneTwice(same)),
  /** ARNs of the policies that are attached to it. */
  managed_policies: Schema.Array(PolicyArn).check(Schema.isMaxLength(most), noneTwice(same)),
  inline_policies: Schema.Array(OwnPolicy).check(Schema.isMaxLength(most), noneTwice(({ name }) => name))
}

/** What is sent to give somebody an access. */
export const GrantPrivateAccess = Schema.Struct({
  /** Of somebody who is linked to the account. */
  user_id: RowId,
  /** What their S3 connection is called; left out: after the account. */
  connection_name: Schema.optionalKey(Name(100)),
  ...wanted
}).annotate({ identifier: "GrantPrivateAccess" })
export type GrantPrivateAccess = typeof GrantPrivateAccess.Type

/** What is to become of it, whole; only while it has this version. */
export const UpdatePrivateAccess = Schema.Struct({ ...wanted, version: Schema.Int }).annotate({ identifier: "UpdatePrivateAccess" })
export type UpdatePrivateAccess = typeof UpdatePrivateAccess.Type

/** What differs at the gateway, and what mending it does. */
export const findingKinds = [
  "user_missing", "key_missing", "key_unknown", "group_missing", "group_extra", "policy_missing", "policy_extra", "inline_missing", "inline_extra", "inline_changed"
] as const
export const AccessFinding = Schema.Struct({ kind: Schema.Literals(findingKinds), name: Schema.String }).annotate({ identifier: "AccessFinding" })
export type AccessFinding = typeof AccessFinding.Type

/** Names that were put on the gateway, or may have been: each an ordered list without doubles. They go when the access ends. */
export const TrackedNames = Schema.Struct({
  groups: Schema.Array(Schema.String), managed_policies: Schema.Array(Schema.String), inline_policies: Schema.Array(Schema.String)
}).annotate({ identifier: "TrackedNames" })
export type TrackedNames = typeof TrackedNames.Type

/** Somebody's own way into an RGW account: an IAM user with a key, which is a private S3 connection of theirs. */
export const PrivateAccess = Schema.Struct({
  id: Schema.Int,
  /** null: the person is there no more. */
  user_id: Schema.NullOr(Schema.Int),
  /** Their e-mail address when it was given. */
  person: Schema.String,
  iam_user_name: Schema.String,
  /** Their S3 connection; null: there is none, or none any more. */
  connection_id: Schema.NullOr(Schema.Int),
  connection_name: Schema.String,
  groups: Schema.Array(Schema.String),
  managed_policies: Schema.Array(Schema.String),
  inline_policies: Schema.Array(Schema.Struct({ name: Schema.String, document: Schema.String })),
  tracked: TrackedNames,
  state: Schema.Literals(accessStates),
  /** Since when it is in this state. */
  state_since: Schema.String,
  /** How often the gateway was asked since the state was wanted. */
  tries: Schema.Int,
  /** Why the last try came to nothing; null: it did not. */
  problem: Schema.NullOr(Schema.String),
  last_tried_at: Schema.NullOr(Schema.String),
  /** null: nothing is to be done. */
  next_try_at: Schema.NullOr(Schema.String),
  /** What differed at the gateway when it was looked at. */
  drift: Schema.Array(AccessFinding),
  checked_at: Schema.NullOr(Schema.String),
  version: Schema.Int,
  created_at: Schema.String
}).annotate({ identifier: "PrivateAccess" })
export type PrivateAccess = typeof PrivateAccess.Type

export const PrivateAccessList = Schema.Struct({ items: Schema.Array(PrivateAccess) }).annotate({ identifier: "PrivateAccessList" })

/** Somebody who is linked to the account, themselves or by a group. */
export const AccessPerson = Schema.Struct({
  user_id: Schema.Int, email: Schema.String, full_name: Schema.String,
  /** Why they are given none; null: they may be. Whoever manages the account without access to its data is not let in by the side door. */
  obstacle: Schema.NullOr(Schema.Literals(["manager_browser_data_access_missing"]))
}).annotate({ identifier: "AccessPerson" })
export type AccessPerson = typeof AccessPerson.Type
export const AccessPeople = Schema.Struct({ items: Schema.Array(AccessPerson) }).annotate({ identifier: "AccessPeople" })

/** The access that ends. */
export const RemovedPrivateAccess = Schema.Struct({
  ...Removed.fields,
  /** The gateway has not confirmed yet that everything is gone there: that is tried again until it does. */
  cleanup_pending: Schema.Boolean,
  problem: Schema.NullOr(Schema.String)
}).annotate({ identifier: "RemovedPrivateAccess" })
export type RemovedPrivateAccess = typeof RemovedPrivateAccess.Type

/** What the job did. */
export const PrivateAccessReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  reason: Schema.NullOr(Schema.Literals(["lease_held"])),
  /** Accesses that the gateway confirmed. */
  confirmed_count: Schema.Int,
  /** Those of which nothing is left. */
  cleaned_count: Schema.Int,
  /** Tried again later. */
  failed_count: Schema.Int,
  /** Those of people who are linked to the account no more, or manage it without access to its data: they end. */
  ended_count: Schema.Int,
  /** Looked at, and how many of these differ. */
  checked_count: Schema.Int,
  drifted_count: Schema.Int
}).annotate({ identifier: "PrivateAccessReport" })
export type PrivateAccessReport = typeof PrivateAccessReport.Type
