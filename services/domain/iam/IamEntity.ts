import { Schema } from "effect"
import { Shaped } from "../platform/Text.ts"

/** IAM name (API reference, `UserName`). Roles allow 64 characters only, which the gateway checks. */
export const IamName = Shaped(/^[\w+=,.@-]{1,128}$/u, 200)

const entity = {
  name: Schema.String,
  id: Schema.String,
  path: Schema.String,
  arn: Schema.String,
  created_at: Schema.NullOr(Schema.String)
}

export const IamUser = Schema.Struct(entity).annotate({ identifier: "IamUser" })
export type IamUser = typeof IamUser.Type

/** `created_at` is always null on RGW. */
export const IamGroup = Schema.Struct(entity).annotate({ identifier: "IamGroup" })
export type IamGroup = typeof IamGroup.Type

export const IamRole = Schema.Struct({
  ...entity,
  description: Schema.String,
  max_session_seconds: Schema.NullOr(Schema.Int),
  trust_policy: Schema.String
}).annotate({ identifier: "IamRole" })
export type IamRole = typeof IamRole.Type

export const ManagedPolicy = Schema.Struct({ name: Schema.String, arn: Schema.String }).annotate({
  identifier: "ManagedPolicy"
})
export type ManagedPolicy = typeof ManagedPolicy.Type

export const InlinePolicy = Schema.Struct({ name: Schema.String, document: Schema.String }).annotate({
  identifier: "InlinePolicy"
})
export type InlinePolicy = typeof InlinePolicy.Type

export const IamKey = Schema.Struct({
  access_key: Schema.String,
  active: Schema.Boolean,
  created_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "IamKey" })
export type IamKey = typeof IamKey.Type

export const NewIamKey = Schema.Struct({ ...IamKey.fields, secret_key: Schema.String }).annotate({
  identifier: "NewIamKey"
})
export type NewIamKey = typeof NewIamKey.Type

export const PolicyHolder = Schema.Literals(["users", "groups", "roles"])
export type PolicyHolder = typeof PolicyHolder.Type

const list = <A extends Schema.Top>(of: A, identifier: string) =>
  Schema.Struct({ items: Schema.Array(of) }).annotate({ identifier })
export const IamUserList = list(IamUser, "IamUserList")
export const IamGroupList = list(IamGroup, "IamGroupList")
export const IamRoleList = list(IamRole, "IamRoleList")
export const ManagedPolicyList = list(ManagedPolicy, "ManagedPolicyList")
export const InlinePolicyList = list(InlinePolicy, "InlinePolicyList")
export const IamKeyList = list(IamKey, "IamKeyList")
