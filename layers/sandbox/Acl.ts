import { ownerXml } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import { document, leaf, node, storedDocument } from "./Xml.ts"

export const cannedAcls: ReadonlySet<string> = new Set(["private", "public-read", "public-read-write", "authenticated-read"])

const schemaInstance = `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`
const grant = (type: string, grantee: string, permission: string): string =>
  node("Grant", `<Grantee ${schemaInstance} xsi:type="${type}">${grantee}</Grantee>`, leaf("Permission", permission))
const group = (name: string, permission: string): string =>
  grant("Group", leaf("URI", `http://acs.amazonaws.com/groups/global/${name}`), permission)

/** An access control list: a canned one spelled out, or the document that was put. */
export const aclXml = (store: Store, owner: string, acl: string): string => {
  if (!cannedAcls.has(acl)) return storedDocument(acl)
  const own = ownerXml(store, "Owner", owner)
  return document(
    "AccessControlPolicy",
    own,
    node(
      "AccessControlList",
      grant("CanonicalUser", own.slice("<Owner>".length, -"</Owner>".length), "FULL_CONTROL"),
      ...(acl.startsWith("public-read") ? [group("AllUsers", "READ")] : []),
      ...(acl === "public-read-write" ? [group("AllUsers", "WRITE")] : []),
      ...(acl === "authenticated-read" ? [group("AuthenticatedUsers", "READ")] : [])
    )
  )
}
