import { type LinkRoles, type PrincipalLinks, rolesOf } from "#domain/identity/Links.ts"
import type { PrincipalLinkSets } from "./UserRecords.ts"

export interface PresentLinks {
  readonly account_links: ReadonlyArray<LinkRoles & { readonly account_id: number }>
  readonly s3_user_links: ReadonlyArray<LinkRoles & { readonly s3_user_id: number }>
  readonly s3_connection_details: ReadonlyArray<{ readonly s3_connection_id: number }>
}

const withRole = <Link extends LinkRoles>(links: ReadonlyArray<Link>, idOf: (link: Link) => number): string =>
  JSON.stringify(links.map((link) => ({ id: idOf(link), ...rolesOf(link) })).sort((one, other) => one.id - other.id))

export const sameIds = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length

/** A link to an RGW user gets the manager role; a portal role given on the RGW user's page is preserved. */
export const linkChanges = (present: PresentLinks, sent: PrincipalLinks): PrincipalLinkSets => {
  const accounts = sent.account_links?.map((link) => ({ account_id: link.account_id, ...rolesOf(link) }))
  const portalRoles = new Map(present.s3_user_links.map((link) => [link.s3_user_id, link.portal_role]))
  const users = sent.s3_user_links?.map(({ allow_manager_browser_data_access = false, s3_user_id }) => ({
    s3_user_id,
    manager_role: "account_administrator" as const,
    portal_role: portalRoles.get(s3_user_id) ?? null,
    allow_manager_browser_data_access
  }))
  const byAccount = (link: { readonly account_id: number }) => link.account_id
  const byUser = (link: { readonly s3_user_id: number }) => link.s3_user_id
  const connections = sent.s3_connection_details
  const byConnection = (link: { readonly s3_connection_id: number }) => link.s3_connection_id
  return {
    ...(connections === undefined ||
    sameIds(connections.map(byConnection), present.s3_connection_details.map(byConnection))
      ? {}
      : { s3_connection_details: connections }),
    ...(accounts === undefined || withRole(accounts, byAccount) === withRole(present.account_links, byAccount)
      ? {}
      : { account_links: accounts }),
    ...(users === undefined || withRole(users, byUser) === withRole(present.s3_user_links, byUser)
      ? {}
      : { s3_user_links: users })
  }
}
