import { findElement, textAt } from "../../platform/xml/Element.ts"
import { parseXml } from "../../platform/xml/parseXml.ts"
import {
  type AccessRules,
  type AclGrant,
  AclPermission,
  openAccess,
  privateAcl,
  type PublicAccess,
  type UnreadableRule
} from "./AccessRules.ts"
import { decodePolicy } from "./decodePolicy.ts"
import type { PolicyDialect } from "./Policy.ts"
import { elementsOf } from "../../platform/xml/Element.ts"
import { Schema } from "effect"

export interface RuleDocuments {
  readonly policy: string | null
  readonly public_access_block: string | null
  readonly acl: string | null
  readonly unread: ReadonlyArray<UnreadableRule>
}

export const withDocument = (
  documents: RuleDocuments,
  part: (typeof rulePartNames)[number],
  document: string | null
): RuleDocuments => ({
  ...documents,
  [part]: document,
  unread: documents.unread.filter((unknown) => unknown.part !== part)
})

export const rulePartNames = ["policy", "public_access_block", "acl"] as const
const partWords = {
  policy: "the bucket's policy",
  public_access_block: "the public access block",
  acl: "the bucket's ACL"
} as const

export const unreadRule = (part: (typeof rulePartNames)[number], detail: string): UnreadableRule => ({
  part,
  why: `${partWords[part]} could not be read (${detail.replace(/\.$/, "")})`
})

/** Unparsable documents become unknown parts; a missing ACL is that of a new bucket. */
export const accessRulesOf = (
  bucket: string,
  { acl, policy, public_access_block, unread }: RuleDocuments,
  dialect: PolicyDialect
): AccessRules => {
  const list = aclOf(acl)
  const decoded = policy === null ? null : decodePolicy(policy, dialect).policy
  const isXml = (text: string | null) => text === null || parseXml(text) !== null
  return {
    unknown: [
      ...unread,
      ...(policy !== null && decoded === null
        ? [{ part: "policy" as const, why: "the bucket's policy is not understood" }]
        : []),
      ...(isXml(public_access_block)
        ? []
        : [{ part: "public_access_block" as const, why: "the public access block is not understood" }]),
      ...(isXml(acl) ? [] : [{ part: "acl" as const, why: "the bucket's ACL is not understood" }])
    ],
    bucket,
    owner: list.owner,
    identityPolicies: [],
    ownerEnforced: false,
    bucketPolicy: decoded,
    publicAccess: publicAccessOf(public_access_block),
    bucketAcl: list.grants,
    objectAcl: privateAcl(list.owner)
  }
}

const publicAccessOf = (document: string | null): PublicAccess => {
  const root = document === null ? undefined : (parseXml(document) ?? undefined)
  if (root === undefined) return openAccess
  const on = (name: string) => textAt(root, name)?.trim().toLowerCase() === "true"
  return {
    block_public_acls: on("BlockPublicAcls"),
    ignore_public_acls: on("IgnorePublicAcls"),
    block_public_policy: on("BlockPublicPolicy"),
    restrict_public_buckets: on("RestrictPublicBuckets")
  }
}

const isPermission = Schema.is(AclPermission)

const aclOf = (document: string | null): { readonly owner: string; readonly grants: ReadonlyArray<AclGrant> } => {
  const root = document === null ? undefined : (parseXml(document) ?? undefined)
  const owner = textAt(root, "Owner", "ID") ?? ""
  if (root === undefined) return { owner, grants: privateAcl(owner) }
  const grants = elementsOf(findElement(root, "AccessControlList"), "Grant").flatMap(
    (grant): ReadonlyArray<AclGrant> => {
      const permission = textAt(grant, "Permission")
      if (!isPermission(permission)) return []
      const uri = textAt(grant, "Grantee", "URI")
      const id = textAt(grant, "Grantee", "ID")
      if (uri?.endsWith("/AllUsers") === true) return [{ grantee: { kind: "everybody" }, permission }]
      if (uri?.endsWith("/AuthenticatedUsers") === true) return [{ grantee: { kind: "authenticated" }, permission }]
      return id === undefined ? [] : [{ grantee: { kind: "owner", id }, permission }]
    }
  )
  return { owner, grants }
}
