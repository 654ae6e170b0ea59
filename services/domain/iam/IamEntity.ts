import { Schema } from "effect"
import { Shaped } from "../platform/Text.ts"

/** The name of a user or group: 1 to 128 of these; of a role at most 64, which the gateway checks. Source: IAM API reference, `UserName`. */
export const IamName = Shaped(/^[\w+=,.@-]{1,128}$/u, 200)

const entity = { name: Schema.String, id: Schema.String, path: Schema.String, arn: Schema.String, created_at: Schema.NullOr(Schema.String) }

/** A user of an account; its root users are none of these. */
export const IamUser = Schema.Struct(entity).annotate({ identifier: "IamUser" })
export type IamUser = typeof IamUser.Type

/** RGW does not tell when a group was made. */
export const IamGroup = Schema.Struct(entity).annotate({ identifier: "IamGroup" })
export type IamGroup = typeof IamGroup.Type

export const IamRole = Schema.Struct({
  ...entity,
  description: Schema.String,
  /** The longest session that may be asked for, in seconds. */
  max_session_seconds: Schema.NullOr(Schema.Int),
  /** Who may assume it: a policy as JSON text. */
  trust_policy: Schema.String
}).annotate({ identifier: "IamRole" })
export type IamRole = typeof IamRole.Type

/** A policy that has an ARN, and can be attached. */
export const ManagedPolicy = Schema.Struct({ name: Schema.String, arn: Schema.String }).annotate({ identifier: "ManagedPolicy" })
export type ManagedPolicy = typeof ManagedPolicy.Type

/** A policy that belongs to one user, group or role; `document` is its JSON text as the gateway keeps it. */
export const InlinePolicy = Schema.Struct({ name: Schema.String, document: Schema.String }).annotate({ identifier: "InlinePolicy" })
export type InlinePolicy = typeof InlinePolicy.Type

/** The secret is told once, when a key is made. */
export const IamKey = Schema.Struct({ access_key: Schema.String, active: Schema.Boolean, created_at: Schema.NullOr(Schema.String) }).annotate({ identifier: "IamKey" })
export type IamKey = typeof IamKey.Type

/** Told when it is made, and never again. */
export const NewIamKey = Schema.Struct({ ...IamKey.fields, secret_key: Schema.String }).annotate({ identifier: "NewIamKey" })
export type NewIamKey = typeof NewIamKey.Type

/** What policies belong to, as addresses name it. */
export const PolicyHolder = Schema.Literals(["users", "groups", "roles"])
export type PolicyHolder = typeof PolicyHolder.Type

const list = <A extends Schema.Top>(of: A, identifier: string) => Schema.Struct({ items: Schema.Array(of) }).annotate({ identifier })
export const IamUserList = list(IamUser, "IamUserList")
export const IamGroupList = list(IamGroup, "IamGroupList")
export const IamRoleList = list(IamRole, "IamRoleList")
export const ManagedPolicyList = list(ManagedPolicy, "ManagedPolicyList")
export const InlinePolicyList = list(InlinePolicy, "InlinePolicyList")
export const IamKeyList = list(IamKey, "IamKeyList")
