import { find, textAt } from "../xml/Element.ts"
import { parseXml } from "../xml/parseXml.ts"
import { type AccessRules, type AclGrant, AclPermission, openAccess, privateAcl, type PublicAccess } from "./AccessRules.ts"
import { decodePolicy } from "./decodePolicy.ts"
import type { PolicyDialect } from "./Policy.ts"
import { elementsOf } from "../xml/Element.ts"
import { Schema } from "effect"

/** The documents of a bucket that decide about requests, as the gateway shows them; null where there is none. */
export interface RuleDocuments {
  readonly policy: string | null
  readonly public_access_block: string | null
  readonly acl: string | null
}

/** Reads them. A policy that is not understood decides nothing; an ACL that is not there is a new bucket's. */
export const rulesOf = (bucket: string, { acl, policy, public_access_block }: RuleDocuments, dialect: PolicyDialect): AccessRules => {
  const list = aclOf(acl)
  return {
    bucket, owner: list.owner, identityPolicies: [], ownerEnforced: false,
    bucketPolicy: policy === null ? null : decodePolicy(policy, dialect).policy,
    publicAccess: publicAccessOf(public_access_block),
    bucketAcl: list.grants, objectAcl: privateAcl(list.owner)
  }
}

const publicAccessOf = (document: string | null): PublicAccess => {
  const root = document === null ? undefined : parseXml(document) ?? undefined
  if (root === undefined) return openAccess
  const on = (name: string) => textAt(root, name)?.trim().toLowerCase() === "true"
  return {
    block_public_acls: on("BlockPublicAcls"), ignore_public_acls: on("IgnorePublicAcls"), block_public_policy: on("BlockPublicPolicy"),
    restrict_public_buckets: on("RestrictPublicBuckets")
  }
}

const isPermission = Schema.is(AclPermission)

const aclOf = (document: string | null): { readonly owner: string; readonly grants: ReadonlyArray<AclGrant> } => {
  const root = document === null ? undefined : parseXml(document) ?? undefined
  const owner = textAt(root, "Owner", "ID") ?? ""
  if (root === undefined) return { owner, grants: privateAcl(owner) }
  const grants = elementsOf(find(root, "AccessControlList"), "Grant").flatMap((grant): ReadonlyArray<AclGrant> => {
    const permission = textAt(grant, "Permission")
    if (!isPermission(permission)) return []
    const uri = textAt(grant, "Grantee", "URI")
    const id = textAt(grant, "Grantee", "ID")
    if (uri?.endsWith("/AllUsers") === true) return [{ grantee: { kind: "everybody" }, permission }]
    if (uri?.endsWith("/AuthenticatedUsers") === true) return [{ grantee: { kind: "authenticated" }, permission }]
    return id === undefined ? [] : [{ grantee: { kind: "owner", id }, permission }]
  })
  return { owner, grants }
}
