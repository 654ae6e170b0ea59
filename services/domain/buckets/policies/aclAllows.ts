import { principalAccount, type AccessPrincipal } from "./AccessRequest.ts"
import type { AccessRules, AclGrant } from "./AccessRules.ts"
import type { AclNeed, S3Action } from "./s3Actions.ts"

/** Object actions that the bucket's ACL decides. */
const askBucket = new Set(["s3:PutObject", "s3:DeleteObject", "s3:DeleteObjectVersion", "s3:AbortMultipartUpload"])

const isGroup = ({ grantee }: AclGrant): boolean => grantee.kind !== "owner"
const holds = (granted: AclGrant["permission"], need: AclNeed): boolean =>
  granted === "FULL_CONTROL" || granted === need

/** ACLs name users of a tenant as `tenant$uid`. */
const fullUid = (uid: string, caller: AccessPrincipal): string =>
  caller.kind === "plain_user" && (caller.tenant ?? "") !== "" ? `${caller.tenant}$${uid}` : uid

const grants = ({ grantee }: AclGrant, caller: AccessPrincipal): boolean => {
  switch (grantee.kind) {
    case "everybody":
      return true
    case "authenticated":
      return caller.kind !== "anonymous"
    case "owner":
      if (caller.kind === "anonymous") return grantee.id === "anonymous"
      return (
        (principalAccount(caller) !== "" && grantee.id === principalAccount(caller)) ||
        (caller.kind !== "iam_role" && caller.uid !== undefined && grantee.id === fullUid(caller.uid, caller))
      )
  }
}

export const aclGrants = (rules: AccessRules, caller: AccessPrincipal, action: S3Action): ReadonlyArray<AclGrant> => {
  const list = action.on === "object" && !askBucket.has(action.name) ? rules.objectAcl : rules.bucketAcl
  return list.filter(
    (grant) =>
      grants(grant, caller) &&
      holds(grant.permission, action.acl) &&
      !(rules.publicAccess.ignore_public_acls && isGroup(grant))
  )
}
