import type { Acl, Grant, groupUris } from "#domain/buckets/features/acl.ts"
import type { BinaryReader } from "./BinaryReader.ts"

/** Bits of a permission that S3 has a word for; those of the Swift API have none. */
const FULL_CONTROL = 15
const permissions = [
  [1, "READ"],
  [2, "WRITE"],
  [4, "READ_ACP"],
  [8, "WRITE_ACP"]
] as const

const groupNames: Readonly<Record<number, keyof typeof groupUris>> = { 1: "AllUsers", 2: "AuthenticatedUsers" }
const [USER, EMAIL, GROUP] = [0, 1, 2] as const

const permissionsOf = (flags: number): ReadonlyArray<Grant["permission"]> => {
  if (flags === 0 || flags > FULL_CONTROL) throw new Error("S3 has no word for the permission")
  return flags === FULL_CONTROL
    ? ["FULL_CONTROL"]
    : permissions.flatMap(([bit, permission]) => ((flags & bit) === 0 ? [] : [permission]))
}

const granteeOf = (
  type: number,
  {
    email,
    group,
    id,
    name
  }: { readonly id: string; readonly email: string; readonly name: string; readonly group: number }
): Omit<Grant, "permission"> => {
  const groupName = groupNames[group]
  if (type === USER && id !== "") return { type: "user", grantee: id, display_name: name || null }
  if (type === EMAIL && email !== "") return { type: "email", grantee: email, display_name: null }
  if (type === GROUP && groupName !== undefined) return { type: "group", grantee: groupName, display_name: null }
  throw new Error("The grantee is of an unknown kind")
}

const grantsOf = (reader: BinaryReader): ReadonlyArray<Grant> => {
  // the key of the map is the id, which the grant repeats
  reader.text()
  return reader.struct(3, (grant) => {
    const type = grant.struct(2, (part) => part.u32())
    const id = grant.text()
    // URI of a group, which its number names as well
    grant.text()
    const email = grant.text()
    const flags = grant.struct(2, (part) => part.u32())
    const name = grant.text()
    const group = grant.u32()
    const grantee = granteeOf(type, { id, email, name, group })
    return permissionsOf(flags).map((permission) => ({ ...grantee, permission }))
  })
}

/** Grants in S3's order. Throws for grants of the Swift API. */
export const aclAttribute = (reader: BinaryReader): Acl =>
  reader.struct(2, (policy) => {
    // the owner, whom bucket statistics name
    policy.struct(2, () => null)
    return policy.struct(3, (list) => {
      // presence of the two sums below
      list.flag()
      list.list((sum) => [sum.text(), sum.u32()])
      const grants = list.list(grantsOf).flat()
      list.list((sum) => [sum.u32(), sum.u32()])
      if (list.u32() > 0) throw new Error("S3 has no word for access by referrer")
      return { grants }
    })
  })
