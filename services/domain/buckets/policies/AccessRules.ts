import { Schema } from "effect"
import type { Policy } from "./Policy.ts"

export const AclGrantee = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("owner"), id: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("everybody") }),
  Schema.Struct({ kind: Schema.Literal("authenticated") })
])
export const AclPermission = Schema.Literals(["FULL_CONTROL", "READ", "WRITE", "READ_ACP", "WRITE_ACP"])
export const AclGrant = Schema.Struct({ grantee: AclGrantee, permission: AclPermission }).annotate({
  identifier: "AccessGrant"
})
export type AclGrant = typeof AclGrant.Type

export const PublicAccess = Schema.Struct({
  block_public_acls: Schema.Boolean,
  ignore_public_acls: Schema.Boolean,
  block_public_policy: Schema.Boolean,
  restrict_public_buckets: Schema.Boolean
}).annotate({ identifier: "PublicAccessSwitches" })
export type PublicAccess = typeof PublicAccess.Type

export const openAccess: PublicAccess = {
  block_public_acls: false,
  ignore_public_acls: false,
  block_public_policy: false,
  restrict_public_buckets: false
}

export interface UnreadableRule {
  readonly part: "policy" | "public_access_block" | "acl" | "identity_policy"
  readonly why: string
}

export interface AccessRules {
  readonly owner: string
  readonly bucket: string
  readonly bucketPolicy: Policy | null
  readonly identityPolicies: ReadonlyArray<Policy>
  readonly publicAccess: PublicAccess
  readonly bucketAcl: ReadonlyArray<AclGrant>
  readonly objectAcl: ReadonlyArray<AclGrant>
  readonly ownerEnforced: boolean
  readonly unknown: ReadonlyArray<UnreadableRule>
}

export const privateAcl = (owner: string): ReadonlyArray<AclGrant> => [
  { grantee: { kind: "owner", id: owner }, permission: "FULL_CONTROL" }
]

export const cannedAcl = (name: string, owner: string): ReadonlyArray<AclGrant> | null => {
  const own = privateAcl(owner)
  const everybody = (permission: AclGrant["permission"]): AclGrant => ({ grantee: { kind: "everybody" }, permission })
  switch (name) {
    case "private":
      return own
    case "public-read":
      return [...own, everybody("READ")]
    case "public-read-write":
      return [...own, everybody("READ"), everybody("WRITE")]
    case "authenticated-read":
      return [...own, { grantee: { kind: "authenticated" }, permission: "READ" }]
    default:
      return null
  }
}

export const privateBucket = (bucket: string, owner: string): AccessRules => ({
  owner,
  bucket,
  bucketPolicy: null,
  identityPolicies: [],
  publicAccess: openAccess,
  bucketAcl: privateAcl(owner),
  objectAcl: privateAcl(owner),
  ownerEnforced: false,
  unknown: []
})
