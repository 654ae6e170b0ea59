import type { ContextPerson } from "#services/accounts/contexts/ContextPeople.ts"
import { type AccessEntry, type AccessRights, NO } from "#domain/iam/bucketaccess/AccessEntry.ts"
import { emptyRoute } from "#domain/iam/bucketaccess/accessRoutes.ts"
import type { HolderAccess } from "#domain/iam/bucketaccess/evaluateHolders.ts"

const managerNote = "Can create IAM users, keys and policies, and so reach the objects as well"

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
