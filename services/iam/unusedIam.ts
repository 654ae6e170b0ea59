import type { IamDetails, UnusedIam } from "#domain/iam/IamDetails.ts"
import type { PolicyHolder } from "#domain/iam/IamEntity.ts"

export const UNUSED_IAM_NOTE =
  "This gateway is not asked when a key was used last: Ceph RGW does not tell it. What is listed here can have " +
  "no effect as it stands."

export const NO_UNUSED_IAM: UnusedIam = { keys: [], policies: [], users: [], groups: [], roles: [], unread: [] }

export interface ScanResult {
  readonly details: IamDetails
  readonly isUnreadable: boolean
}

const powerless = (one: IamDetails) => one.attached.length === 0 && one.inline.length === 0

const userReason = (one: IamDetails): string | null =>
  one.keys.length === 0
    ? "Has no access key: nobody can sign as it"
    : powerless(one) && one.groups.length === 0
      ? "Has no policy and is in no group: bucket policies aside, it may do nothing"
      : null
const groupReason = (one: IamDetails): string | null =>
  one.members.length === 0 ? "Has no members" : powerless(one) ? "Has no policy: it gives its members nothing" : null
const roleReason = (one: IamDetails, shut: boolean): string | null =>
  shut ? "Nobody may assume it" : powerless(one) ? "Has no policy: bucket policies aside, it may do nothing" : null

export const unusedIamOf = (entity: PolicyHolder, rows: ReadonlyArray<ScanResult>): UnusedIam => {
  const read = rows.filter(({ details }) => details.fault === null)
  const withReasons = read.flatMap(({ details, isUnreadable: shut }) => {
    const why =
      entity === "users" ? userReason(details) : entity === "groups" ? groupReason(details) : roleReason(details, shut)
    return why === null ? [] : [{ name: details.name, why }]
  })
  return {
    ...NO_UNUSED_IAM,
    [entity]: withReasons,
    unread: rows.flatMap(({ details: { fault, name } }) => (fault === null ? [] : [{ entity, name, fault }])),
    keys: read.flatMap(({ details: { keys, name } }) =>
      keys.filter(({ active }) => !active).map((key) => ({ user: name, ...key, why: "It is switched off" }))
    )
  }
}

export const isUnusedIamEmpty = (found: UnusedIam): boolean => Object.values(found).every((list) => list.length === 0)

export const mergeUnusedIam = (one: UnusedIam, other: UnusedIam): UnusedIam => ({
  keys: [...one.keys, ...other.keys],
  policies: [...one.policies, ...other.policies],
  users: [...one.users, ...other.users],
  groups: [...one.groups, ...other.groups],
  roles: [...one.roles, ...other.roles],
  unread: [...one.unread, ...other.unread]
})
