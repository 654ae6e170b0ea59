import { changedFlags, managerTools, privileges } from "#domain/platform/access/UserRights.ts"
import type { CreateUiUser, UiUser, UpdateUiUser } from "#domain/identity/UiUser.ts"
import { linkChanges, sameIds } from "./linkChanges.ts"
import type { UserFields, UserLinkSets } from "./UserRecords.ts"

export const diffUser = (
  before: UiUser,
  input: UpdateUiUser | CreateUiUser
): { readonly fields: UserFields; readonly links: UserLinkSets } => {
  const on = changedFlags(privileges, before.privileges, input.privileges)
  const tools = changedFlags(managerTools, before.manager_tools, input.manager_tools)
  const groups = input.group_details
  const isActive = "is_active" in input ? input.is_active : undefined
  return {
    fields: {
      ...(input.email === undefined || input.email.trim().toLowerCase() === before.email.toLowerCase()
        ? {}
        : { email: input.email.trim() }),
      ...(input.full_name === undefined || input.full_name === before.full_name ? {} : { full_name: input.full_name }),
      ...(input.role === undefined || input.role === before.role ? {} : { role: input.role }),
      ...(isActive === undefined || isActive === before.is_active ? {} : { is_active: isActive }),
      ...(on === null ? {} : { privileges: on }),
      ...(tools === null ? {} : { manager_tools: tools })
    },
    links: {
      ...linkChanges(before, input),
      ...(groups === undefined ||
      sameIds(
        groups.map((group) => group.group_id),
        before.group_details.map((group) => group.group_id)
      )
        ? {}
        : { group_details: groups })
    }
  }
}

export const userChangeEntry = (fields: UserFields, links: UserLinkSets) => ({
  ...fields,
  ...(links.account_links === undefined ? {} : { account_links: links.account_links.map((link) => ({ ...link })) }),
  ...(links.s3_user_links === undefined ? {} : { s3_user_links: links.s3_user_links.map((link) => ({ ...link })) }),
  ...(links.s3_connection_details === undefined
    ? {}
    : { s3_connection_details: links.s3_connection_details.map(({ s3_connection_id }) => s3_connection_id) }),
  ...(links.group_details === undefined ? {} : { group_details: links.group_details.map(({ group_id }) => group_id) })
})

export const accessSummary = ({ account_links, group_details, s3_user_links }: UiUser) => ({
  ...(account_links.length === 0 ? {} : { account_links: account_links.map(({ account_id }) => account_id) }),
  ...(s3_user_links.length === 0 ? {} : { s3_user_links: s3_user_links.map(({ s3_user_id }) => s3_user_id) }),
  ...(group_details.length === 0 ? {} : { group_details: group_details.map(({ group_id }) => group_id) })
})
