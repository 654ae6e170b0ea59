import { changedFlags, managerTools, privileges } from "#domain/platform/access/UserRights.ts"
import type { CreateUiGroup, UiGroup, UpdateUiGroup } from "#domain/identity/UiGroup.ts"
import { linkChanges, sameIds } from "#services/identity/users/linkChanges.ts"
import type { GroupFields, GroupLinkSets } from "./GroupRecords.ts"

export interface GroupChanges {
  readonly fields: GroupFields
  readonly links: GroupLinkSets
  readonly rights: boolean
  readonly concerned: ReadonlyArray<number>
}

export const groupChanges = (before: UiGroup, input: CreateUiGroup | UpdateUiGroup): GroupChanges => {
  const on = changedFlags(privileges, before.privileges, input.privileges)
  const tools = changedFlags(managerTools, before.manager_tools, input.manager_tools)
  const oldMembers = before.user_details.map((user) => user.user_id)
  const newMembers = input.user_details?.map((user) => user.user_id) ?? oldMembers
  const members = sameIds(oldMembers, newMembers)
  const links = linkChanges(before, input)
  const [oldValues, newValues] = [new Set(oldMembers), new Set(newMembers)]
  return {
    fields: {
      ...(input.name === undefined || input.name === before.name ? {} : { name: input.name }),
      ...(input.description === undefined || input.description === before.description
        ? {}
        : { description: input.description }),
      ...(on === null ? {} : { privileges: on }),
      ...(tools === null ? {} : { manager_tools: tools })
    },
    links: { ...links, ...(members ? {} : { user_details: input.user_details ?? [] }) },
    rights: on !== null || tools !== null || !members || Object.keys(links).length > 0,
    concerned:
      on !== null || tools !== null
        ? [...new Set([...oldMembers, ...newMembers])]
        : [...oldMembers.filter((id) => !newValues.has(id)), ...newMembers.filter((id) => !oldValues.has(id))]
  }
}

export const groupChangeEntry = (before: UiGroup, { fields, links }: GroupChanges) => {
  const oldMembers = new Set(before.user_details.map((user) => user.user_id))
  const newMembers = new Set(links.user_details?.map((user) => user.user_id) ?? oldMembers)
  return {
    ...fields,
    ...(links.account_links === undefined ? {} : { account_links: links.account_links.map((link) => ({ ...link })) }),
    ...(links.s3_user_links === undefined ? {} : { s3_user_links: links.s3_user_links.map((link) => ({ ...link })) }),
    ...(links.s3_connection_details === undefined
      ? {}
      : { s3_connection_details: links.s3_connection_details.map(({ s3_connection_id }) => s3_connection_id) }),
    ...(links.user_details === undefined
      ? {}
      : {
          members_added: [...newMembers].filter((id) => !oldMembers.has(id)),
          members_removed: [...oldMembers].filter((id) => !newMembers.has(id))
        })
  }
}
