import type { ContextPerson } from "#services/accounts/contexts/ContextPeople.ts"
import { type AccessEntry, type AccessRights, NO, YES } from "#domain/iam/bucketaccess/AccessEntry.ts"
import { emptyRoute } from "#domain/iam/bucketaccess/accessRoutes.ts"
import type { HolderAccess } from "#domain/iam/bucketaccess/evaluateHolders.ts"
import type { ManagedShare } from "#domain/objects/shares/ManagedShare.ts"

const managerNote = "Can create IAM users, keys and policies, and so reach the objects as well"

/** Entry of a console user, who works with the key of the context as far as the associations allow. */
export const personEntry = (person: ContextPerson, identity: HolderAccess, managesIam: boolean): AccessEntry => {
  const data = person.associations.some((one) => one.data)
  const manager = person.associations.some((one) => one.manager)
  const { administer, ...objects } = identity.rights
  const rights: AccessRights = {
    ...(data ? objects : { list: NO, read: NO, write: NO, delete: NO }),
    administer: manager ? administer : NO
  }
  return {
    id: `console:${person.user_id}`,
    kind: "console_user",
    name: person.full_name === "" ? person.email : person.full_name,
    detail: person.email,
    rights,
    routes: person.associations.map((one) => ({
      ...emptyRoute,
      via: "association",
      name: one.group,
      rights: [
        ...(one.data ? (["list", "read", "write", "delete"] as const) : []),
        ...(one.manager ? (["administer"] as const) : [])
      ]
    })),
    since: null,
    until: null,
    unknown: data || manager ? identity.unknown : [],
    notes: manager && !data && managesIam ? [managerNote] : []
  }
}

/** Open link to the bucket, for anyone who has its address. */
export const linkEntry = (share: ManagedShare): AccessEntry => {
  const upload = share.kind === "upload"
  const only = share.prefix === "" ? [] : [`${share.prefix}*`]
  const right = { ...YES, only }
  return {
    id: `link:${share.id}`,
    kind: "link",
    name: share.title === "" ? (upload ? "Upload link" : "Share link") : share.title,
    detail: `By ${share.made_by}`,
    rights: {
      list: upload ? NO : right,
      read: upload ? NO : right,
      write: upload ? right : NO,
      delete: NO,
      administer: NO
    },
    routes: [
      {
        ...emptyRoute,
        via: "link",
        name: share.id,
        until: share.expires_at,
        rights: upload ? ["write"] : ["list", "read"],
        revocable: true
      }
    ],
    since: share.created_at,
    until: share.expires_at,
    unknown: [],
    notes: [
      ...(share.has_password ? ["Needs a password"] : []),
      ...(!upload && share.entries > 0 ? [`Selected objects and folders: ${share.entries}`] : [])
    ]
  }
}

/** True where a link leads into the folder, or the folder lies within the link's. */
export const isLinkWithin = (share: ManagedShare, prefix: string): boolean =>
  share.state === "active" && (share.prefix.startsWith(prefix) || prefix.startsWith(share.prefix))
