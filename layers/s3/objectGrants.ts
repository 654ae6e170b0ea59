import type { GetObjectAclCommandOutput, Grant as WireGrant } from "@aws-sdk/client-s3"
import { groupUris, nameOfGroup, Grant } from "#domain/buckets/features/acl.ts"
import { matchCannedAcl } from "#domain/objects/cannedAcl.ts"
import type { ObjectAcl } from "#domain/objects/ObjectDetails.ts"
import { Schema } from "effect"

const isGrant = Schema.is(Grant)

const grantOf = ({ Grantee, Permission }: WireGrant): ReadonlyArray<Grant> => {
  const who =
    Grantee?.ID !== undefined
      ? { type: "user", grantee: Grantee.ID, display_name: Grantee.DisplayName || null }
      : Grantee?.URI !== undefined
        ? { type: "group", grantee: nameOfGroup(Grantee.URI), display_name: null }
        : { type: "email", grantee: Grantee?.EmailAddress ?? "", display_name: null }
  const grant = { ...who, permission: Permission }
  return isGrant(grant) ? [grant] : []
}

export const objectAclOf = ({ Grants, Owner }: GetObjectAclCommandOutput): ObjectAcl => ({
  owner: { id: Owner?.ID ?? "", name: Owner?.DisplayName || null },
  grants: (Grants ?? []).flatMap(grantOf)
})

export const wireGrants = (grants: ReadonlyArray<Grant>): Array<WireGrant> =>
  grants.map(({ grantee, permission, type }) => ({
    Permission: permission,
    Grantee:
      type === "user"
        ? { Type: "CanonicalUser" as const, ID: grantee }
        : type === "group"
          ? { Type: "Group" as const, URI: groupUris[grantee] ?? grantee }
          : { Type: "AmazonCustomerByEmail" as const, EmailAddress: grantee }
  }))

const fields = {
  FULL_CONTROL: "GrantFullControl",
  READ: "GrantRead",
  READ_ACP: "GrantReadACP",
  WRITE_ACP: "GrantWriteACP"
} as const

export const needsBody = (acl: ObjectAcl): boolean =>
  matchCannedAcl(acl) === null && acl.grants.some(({ permission }) => permission === "WRITE")

export const aclFields = (acl: ObjectAcl | null): Readonly<Record<string, string>> => {
  const canned = acl === null ? "private" : matchCannedAcl(acl)
  if (acl === null || canned === "private") return {}
  if (canned !== null) return { ACL: canned }
  const grantees = new Map<string, Array<string>>()
  for (const { grantee, permission, type } of acl.grants) {
    if (permission === "WRITE") continue
    const who =
      type === "user"
        ? `id="${grantee}"`
        : type === "group"
          ? `uri="${groupUris[grantee] ?? grantee}"`
          : `emailAddress="${grantee}"`
    grantees.set(fields[permission], [...(grantees.get(fields[permission]) ?? []), who])
  }
  return Object.fromEntries(Array.from(grantees, ([name, who]) => [name, who.join(", ")]))
}
