import { Schema } from "effect"
import type { Policy } from "./Policy.ts"

/** Who a grant of an ACL lets in: one owner by their id (an account's or a user's), everybody, or whoever signs. */
export const AclGrantee = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("owner"), id: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("everybody") }),
  Schema.Struct({ kind: Schema.Literal("authenticated") })
])
export const AclPermission = Schema.Literals(["FULL_CONTROL", "READ", "WRITE", "READ_ACP", "WRITE_ACP"])
export const AclGrant = Schema.Struct({ grantee: AclGrantee, permission: AclPermission }).annotate({ identifier: "AccessGrant" })
export type AclGrant = typeof AclGrant.Type

/** The four switches of a public access block; none of them set is the same as no block. */
export const PublicAccess = Schema.Struct({
  block_public_acls: Schema.Boolean, ignore_public_acls: Schema.Boolean, block_public_policy: Schema.Boolean, restrict_public_buckets: Schema.Boolean
}).annotate({ identifier: "PublicAccessSwitches" })
export type PublicAccess = typeof PublicAccess.Type

export const openAccess: PublicAccess = { block_public_acls: false, ignore_public_acls: false, block_public_policy: false, restrict_public_buckets: false }

/** A document or list of policies that decides about requests and could not be read or understood, with a sentence for people. */
export interface UnknownRule {
  readonly part: "policy" | "public_access_block" | "acl" | "identity_policy"
  readonly why: string
}

/** Everything that decides about a request at a bucket. */
export interface AccessRules {
  /** the bucket's owner: an account's id, or the uid of a user in no account */
  readonly owner: string
  readonly bucket: string
  /** null: there is none */
  readonly bucketPolicy: Policy | null
  /** the caller's own and their groups' policies, inline and attached */
  readonly identityPolicies: ReadonlyArray<Policy>
  readonly publicAccess: PublicAccess
  readonly bucketAcl: ReadonlyArray<AclGrant>
  /** of the object that is asked for, where it differs from private */
  readonly objectAcl: ReadonlyArray<AclGrant>
  /** AWS alone: the bucket's owner owns every object, and ACLs decide nothing */
  readonly ownerEnforced: boolean
  /** parts whose content is not known; what stands above for them is a placeholder */
  readonly unknown: ReadonlyArray<UnknownRule>
}

/** The ACL that a new bucket or object has. */
export const privateAcl = (owner: string): ReadonlyArray<AclGrant> => [{ grantee: { kind: "owner", id: owner }, permission: "FULL_CONTROL" }]

/** A canned ACL spelled out; null for a name that S3 does not have. */
export const cannedAcl = (name: string, owner: string): ReadonlyArray<AclGrant> | null => {
  const own = privateAcl(owner)
  const everybody = (permission: AclGrant["permission"]): AclGrant => ({ grantee: { kind: "everybody" }, permission })
  switch (name) {
    case "private": return own
    case "public-read": return [...own, everybody("READ")]
    case "public-read-write": return [...own, everybody("READ"), everybody("WRITE")]
    case "authenticated-read": return [...own, { grantee: { kind: "authenticated" }, permission: "READ" }]
    default: return null
  }
}

/** A bucket as it is made: private, without a policy. */
export const privateBucket = (bucket: string, owner: string): AccessRules => ({
  owner, bucket, bucketPolicy: null, identityPolicies: [], publicAccess: openAccess, bucketAcl: privateAcl(owner), objectAcl: privateAcl(owner), ownerEnforced: false, unknown: []
})
