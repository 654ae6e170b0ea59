import { Schema } from "effect"
import { FilledText } from "../../platform/Text.ts"
import { type Element, element, elementsOf, findElement, leaf, textAt, withParts } from "../../platform/xml/Element.ts"
import { anyText, isOneOf } from "../../platform/xml/knownParts.ts"
import { listElement } from "../../platform/xml/listElement.ts"
import { type Feature, plainFeature } from "./Feature.ts"
import { duplicateIndexes } from "./duplicateIndexes.ts"
import { xmlCodec } from "./xmlFeature.ts"

const permissions = ["FULL_CONTROL", "READ", "WRITE", "READ_ACP", "WRITE_ACP"] as const
const types = ["user", "group", "email"] as const

export const Grant = Schema.Struct({
  type: Schema.Literals(types),
  /** Canonical user id, group name (AllUsers, AuthenticatedUsers, else its URI), or e-mail address. */
  grantee: FilledText(1_024),
  display_name: Schema.NullOr(FilledText(1_024)),
  permission: Schema.Literals(permissions)
}).annotate({ identifier: "AclGrant" })
export type Grant = typeof Grant.Type

export const Acl = Schema.Struct({
  /** The bucket's owner never changes; its own grant is part of the list. */
  grants: Schema.Array(Grant)
}).annotate({ identifier: "BucketAcl" })
export type Acl = typeof Acl.Type

const MAX_GRANTS = 100
const isPermission = Schema.is(Grant.fields.permission)
const groups = "http://acs.amazonaws.com/groups/"
export const groupUris: Readonly<Record<string, string>> = {
  AllUsers: `${groups}global/AllUsers`,
  AuthenticatedUsers: `${groups}global/AuthenticatedUsers`,
  LogDelivery: `${groups}s3/LogDelivery`
}
export const nameOfGroup = (uri: string): string =>
  Object.keys(groupUris).find((name) => groupUris[name] === uri) ?? uri

const granteeOf = (grantee: Element | undefined): Omit<Grant, "permission"> | undefined => {
  const id = textAt(grantee, "ID")
  if (id !== undefined) return { type: "user", grantee: id, display_name: textAt(grantee, "DisplayName") || null }
  const uri = textAt(grantee, "URI")
  if (uri !== undefined) return { type: "group", grantee: nameOfGroup(uri), display_name: null }
  const address = textAt(grantee, "EmailAddress")
  return address === undefined ? undefined : { type: "email", grantee: address, display_name: null }
}

const grantOf = (part: Element): Grant | undefined => {
  const grantee = granteeOf(findElement(part, "Grantee"))
  const permission = textAt(part, "Permission")
  return grantee !== undefined && isPermission(permission) ? { ...grantee, permission } : undefined
}

const wireTypes = { user: "CanonicalUser", group: "Group", email: "AmazonCustomerByEmail" } as const

const granteeElement = ({ display_name, grantee, type }: Grant): Element => ({
  ...element(
    "Grantee",
    ...(type === "user"
      ? [leaf("ID", grantee), display_name === null ? undefined : leaf("DisplayName", display_name)]
      : [type === "group" ? leaf("URI", groupUris[grantee] ?? grantee) : leaf("EmailAddress", grantee)])
  ),
  attributes: ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="${wireTypes[type]}"`
})

const who = ({ grantee, type }: Grant): string => `${type} ${grantee}`
const grantText = (grant: Grant): string => `${grant.permission} ${who(grant)}`
const list = "AccessControlList"

const elementOf = (grant: Grant, old: Element | undefined): Element => {
  const before = old === undefined ? undefined : grantOf(old)
  const oldGrantee = before !== undefined && who(before) === who(grant) ? findElement(old, "Grantee") : undefined
  return withParts(
    old ?? element("Grant"),
    ["Grantee", "Permission"],
    [oldGrantee ?? granteeElement(grant), leaf("Permission", grant.permission)]
  )
}

const anybodyText = ({ grantee }: Grant): string =>
  grantee === "AllUsers" ? "Everybody, without signing in," : "Everybody who can sign in to the gateway"

const toAnybody = ({ grantee, type }: Grant): boolean =>
  type === "group" && (grantee === "AllUsers" || grantee === "AuthenticatedUsers")
const isPrivate = ({ grants: [first, ...more] }: Acl): boolean =>
  first?.type === "user" && first.permission === "FULL_CONTROL" && more.length === 0

export const aclGrantsOf = (root: Element | undefined): ReadonlyArray<Grant> =>
  elementsOf(findElement(root, list), "Grant").flatMap((part) => grantOf(part) ?? [])

export const acl: Feature<Acl> = {
  ...plainFeature,
  name: "acl",
  label: "ACL",
  action: "bucket.acl.update",
  schema: Acl,
  wire: { _tag: "SubResource", name: "acl", absent: [], removal: "never", type: "application/xml" },
  ...xmlCodec<Acl>({
    root: "AccessControlPolicy",
    known: {
      Owner: { ID: anyText, DisplayName: anyText },
      AccessControlList: {
        Grant: {
          Grantee: { ID: anyText, DisplayName: anyText, URI: anyText, EmailAddress: anyText },
          Permission: isOneOf(...permissions)
        }
      }
    },
    read: (root) => ({ grants: aclGrantsOf(root) }),
    write: ({ grants }, root, _before, dropped) => {
      const grantList = findElement(root, list) ?? element(list)
      const all = elementsOf(grantList, "Grant").map((part) => ({ item: grantOf(part), element: part }))
      const knownGrants = all.flatMap(({ element: part, item }) =>
        item === undefined ? [] : [{ item, element: part }]
      )
      const unknown = all.flatMap(({ element: part, item }) => (item === undefined ? [part] : []))
      return withParts(
        root,
        [list],
        [withParts(grantList, ["Grant"], [...listElement(knownGrants, grants, who, elementOf, dropped), ...unknown])]
      )
    }
  }),
  state: (value) => (value === null || isPrivate(value) ? "not_set" : "configured"),
  summary: (value) => {
    if (value === null) return ""
    if (isPrivate(value)) return "Private"
    const open = value.grants.filter(toAnybody).map(({ grantee, permission }) => `${grantee} ${permission}`)
    return open.length > 0
      ? open.join(", ")
      : `${value.grants.length} ${value.grants.length === 1 ? "grant" : "grants"}`
  },
  params: (value) =>
    (value?.grants ?? []).map(({ grantee, permission, type }) => ({ grantee_type: type, grantee, permission })),
  // RGW sorts grants and sets display names
  meaning: ({ grants }) => grants.map(grantText).sort(),
  // the gateway returns a grantee by address as a user
  comparable: (sent, read) => {
    const unsentGrants = read.grants.filter((grant) => !sent.grants.some((one) => grantText(one) === grantText(grant)))
    return {
      grants: sent.grants.map((grant) => {
        const at =
          grant.type === "email"
            ? unsentGrants.findIndex(({ permission, type }) => type === "user" && permission === grant.permission)
            : -1
        return at < 0 ? grant : (unsentGrants.splice(at, 1)[0] ?? grant)
      })
    }
  },
  faults: (value, { dialect }) => {
    if (value === null) return [{ path: [], message: "Every bucket has an ACL: take its grants away instead" }]
    const keys = value.grants.map(grantText)
    return [
      ...(keys.length > MAX_GRANTS ? [{ path: ["grants"], message: `Expected at most ${MAX_GRANTS} grants` }] : []),
      ...duplicateIndexes(keys).map((index) => ({ path: ["grants", String(index)], message: "This is granted twice" })),
      ...value.grants.flatMap(({ grantee, type }, index) => {
        const at = (message: string) => [{ path: ["grants", String(index), "grantee"], message }]
        if (type !== "group") return []
        if (dialect === "rgw" && grantee !== "AllUsers" && grantee !== "AuthenticatedUsers")
          return at("RGW knows the groups AllUsers and AuthenticatedUsers alone")
        return grantee in groupUris || grantee.startsWith(groups)
          ? []
          : at("Expected AllUsers, AuthenticatedUsers, LogDelivery or the URI of a group")
      })
    ]
  },
  warnings: (value) => [
    ...(value?.grants ?? []).flatMap((grant) =>
      toAnybody(grant) ? [`${anybodyText(grant)} has ${grant.permission}.`] : []
    ),
    ...(value !== null && !value.grants.some(({ permission }) => permission === "FULL_CONTROL")
      ? ["Nobody is granted FULL_CONTROL, the owner included."]
      : [])
  ]
}
