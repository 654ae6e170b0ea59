import { Schema } from "effect"
import { decodePolicy } from "../buckets/policies/decodePolicy.ts"
import { unfilledPlaceholders } from "../buckets/policies/placeholders.ts"
import { Removed } from "../platform/Removed.ts"
import { IamName } from "./IamEntity.ts"
import { RowId } from "../platform/RowId.ts"
import { FilledText, Name, Shaped } from "../platform/Text.ts"
import { accessStates } from "./accessState.ts"

/** Bytes. AWS allows 2,048 characters of inline policies per user; RGW allows more. */
export const MAX_POLICY_BYTES = 6_144
/** Maximum per list; gateways have lower limits, which they report. */
const MAX_NAMES = 20

const uniqueBy = <A>(nameOf: (value: A) => string) =>
  Schema.makeFilter(
    (values: ReadonlyArray<A>) => new Set(values.map(nameOf)).size === values.length || "Each may be named once"
  )
const same = (name: string) => name

export const PolicyArn = Shaped(/^arn:[\w+=,.@:/-]{1,190}$/u, 200)

const isPolicy = Schema.makeFilter((text: string) => {
  if (new TextEncoder().encode(text).length > MAX_POLICY_BYTES) return `At most ${MAX_POLICY_BYTES} bytes`
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "Expected a JSON object"
    const { policy } = decodePolicy(text, "rgw", "identity")
    return (policy === null ? undefined : unfilledPlaceholders(policy, "identity")[0])?.message ?? true
  } catch (error) {
    if (error instanceof SyntaxError) return "Expected JSON"
    throw error
  }
})

export const OwnPolicy = Schema.Struct({
  name: IamName,
  document: FilledText(MAX_POLICY_BYTES).check(isPolicy)
}).annotate({ identifier: "OwnPolicy" })
export type OwnPolicy = typeof OwnPolicy.Type

export interface RequestedAccess {
  readonly groups: ReadonlyArray<string>
  readonly managed_policies: ReadonlyArray<string>
  readonly inline_policies: ReadonlyArray<OwnPolicy>
  readonly user_keys?: ReadonlyArray<{ readonly access_key: string; readonly active: boolean }>
}

const desiredFields = {
  groups: Schema.Array(IamName).check(Schema.isMaxLength(MAX_NAMES), uniqueBy(same)),
  managed_policies: Schema.Array(PolicyArn).check(Schema.isMaxLength(MAX_NAMES), uniqueBy(same)),
  inline_policies: Schema.Array(OwnPolicy).check(
    Schema.isMaxLength(MAX_NAMES),
    uniqueBy(({ name }) => name)
  )
}

export const GrantPrivateAccess = Schema.Struct({
  user_id: RowId,
  connection_name: Schema.optionalKey(Name(100)),
  ...desiredFields
}).annotate({ identifier: "GrantPrivateAccess" })
export type GrantPrivateAccess = typeof GrantPrivateAccess.Type

export const UpdatePrivateAccess = Schema.Struct({ ...desiredFields, version: Schema.Int }).annotate({
  identifier: "UpdatePrivateAccess"
})
export type UpdatePrivateAccess = typeof UpdatePrivateAccess.Type

export const findingKinds = [
  "user_missing",
  "key_missing",
  "key_unknown",
  "key_changed",
  "group_missing",
  "group_extra",
  "policy_missing",
  "policy_extra",
  "inline_missing",
  "inline_extra",
  "inline_changed"
] as const
export const AccessFinding = Schema.Struct({ kind: Schema.Literals(findingKinds), name: Schema.String }).annotate({
  identifier: "AccessFinding"
})
export type AccessFinding = typeof AccessFinding.Type

export const TrackedNames = Schema.Struct({
  groups: Schema.Array(Schema.String),
  managed_policies: Schema.Array(Schema.String),
  inline_policies: Schema.Array(Schema.String)
}).annotate({ identifier: "TrackedNames" })
export type TrackedNames = typeof TrackedNames.Type

/** Private access of a user to an RGW account: an IAM user whose key is a private S3 connection. */
export const PrivateAccess = Schema.Struct({
  id: Schema.Int,
  /** `portal`: its rights follow the storage spaces of the person in the Portal, and cannot be changed here. */
  purpose: Schema.Literals(["private", "portal"]),
  user_id: Schema.NullOr(Schema.Int),
  person: Schema.String,
  iam_user_name: Schema.String,
  connection_id: Schema.NullOr(Schema.Int),
  connection_name: Schema.String,
  groups: Schema.Array(Schema.String),
  managed_policies: Schema.Array(Schema.String),
  inline_policies: Schema.Array(Schema.Struct({ name: Schema.String, document: Schema.String })),
  tracked: TrackedNames,
  state: Schema.Literals(accessStates),
  state_since: Schema.String,
  tries: Schema.Int,
  problem: Schema.NullOr(Schema.String),
  last_tried_at: Schema.NullOr(Schema.String),
  next_try_at: Schema.NullOr(Schema.String),
  drift: Schema.Array(AccessFinding),
  checked_at: Schema.NullOr(Schema.String),
  version: Schema.Int,
  created_at: Schema.String
}).annotate({ identifier: "PrivateAccess" })
export type PrivateAccess = typeof PrivateAccess.Type

export const PrivateAccessList = Schema.Struct({ items: Schema.Array(PrivateAccess) }).annotate({
  identifier: "PrivateAccessList"
})

export const AccessPerson = Schema.Struct({
  user_id: Schema.Int,
  email: Schema.String,
  full_name: Schema.String,
  /** Managers without data access must not gain it this way. */
  obstacle: Schema.NullOr(Schema.Literals(["manager_browser_data_access_missing"]))
}).annotate({ identifier: "AccessPerson" })
export type AccessPerson = typeof AccessPerson.Type
export const AccessPeople = Schema.Struct({ items: Schema.Array(AccessPerson) }).annotate({
  identifier: "AccessPeople"
})

export const RemovedPrivateAccess = Schema.Struct({
  ...Removed.fields,
  cleanup_pending: Schema.Boolean,
  problem: Schema.NullOr(Schema.String)
}).annotate({ identifier: "RemovedPrivateAccess" })
export type RemovedPrivateAccess = typeof RemovedPrivateAccess.Type

export const PrivateAccessReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  reason: Schema.NullOr(Schema.Literals(["lease_held"])),
  confirmed_count: Schema.Int,
  cleaned_count: Schema.Int,
  failed_count: Schema.Int,
  ended_count: Schema.Int,
  checked_count: Schema.Int,
  drifted_count: Schema.Int
}).annotate({ identifier: "PrivateAccessReport" })
export type PrivateAccessReport = typeof PrivateAccessReport.Type
