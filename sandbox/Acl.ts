import { type Call, header } from "./Call.ts"
import { ownerXml } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import { document, leaf, node, storedDocument } from "./Xml.ts"

export const cannedAcls: ReadonlySet<string> = new Set([
  "private",
  "public-read",
  "public-read-write",
  "authenticated-read"
])

const schemaInstance = `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`
const grant = (type: string, grantee: string, permission: string): string =>
  node("Grant", `<Grantee ${schemaInstance} xsi:type="${type}">${grantee}</Grantee>`, leaf("Permission", permission))
const group = (name: string, permission: string): string =>
  grant("Group", leaf("URI", `http://acs.amazonaws.com/groups/global/${name}`), permission)

const grantHeaders = {
  "x-amz-grant-read": "READ",
  "x-amz-grant-read-acp": "READ_ACP",
  "x-amz-grant-write-acp": "WRITE_ACP",
  "x-amz-grant-full-control": "FULL_CONTROL"
} as const

export const grantedAcl = (store: Store, owner: string, call: Call): string | undefined => {
  const grants = Object.entries(grantHeaders).flatMap(([name, permission]) =>
    Array.from((header(call, name) ?? "").matchAll(/(id|uri)="([^"]*)"/g), ([, kind = "", who = ""]) =>
      kind === "id" ? grant("CanonicalUser", leaf("ID", who), permission) : grant("Group", leaf("URI", who), permission)
    )
  )
  return grants.length === 0
    ? undefined
    : document("AccessControlPolicy", ownerXml(store, "Owner", owner), node("AccessControlList", ...grants))
}

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
