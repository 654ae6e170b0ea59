import { changedFlags, managerTools, privileges } from "#domain/platform/access/UserRights.ts"
import type { CreateUiGroup, UiGroup, UpdateUiGroup } from "#domain/identity/UiGroup.ts"
import { linkChanges, sameIds } from "#services/identity/users/linkChanges.ts"
import type { GroupFields, GroupLinkSets } from "./GroupRecords.ts"

export interface GroupChanges {
  readonly fields: GroupFields
  readonly links: GroupLinkSets
  /** Whether anybody may do more or less by it; a name and a description are nobody's rights. */
  readonly rights: boolean
  /** Whose administrator has to be one who may manage them: who joins or leaves, and everybody when privileges or tools change. */
  readonly concerned: ReadonlyArray<number>
}

/** What a request really changes of a group. */
export const groupChanges = (before: UiGroup, input: CreateUiGroup | UpdateUiGroup): GroupChanges => {
  const on = changedFlags(privileges, before.privileges, input.privileges)
  const tools = changedFlags(managerTools, before.manager_tools, input.manager_tools)
  const were = before.user_details.map((user) => user.user_id)
  const are = input.user_details?.map((user) => user.user_id) ?? were
  const members = sameIds(were, are)
  const links = linkChanges(before, input)
  const [past, future] = [new Set(were), new Set(are)]
  return {
    fields: {
      ...(input.name === undefined || input.name === before.name ? {} : { name: input.name }),
      ...(input.description === undefined || input.description === before.description ? {} : { description: input.description }),
      ...(on === null ? {} : { privileges: on }),
      ...(tools === null ? {} : { manager_tools: tools })
    },
    links: { ...links, ...(members ? {} : { user_details: input.user_details ?? [] }) },
    rights: on !== null || tools !== null || !members || Object.keys(links).length > 0,
    concerned: on !== null || tools !== null
      ? [...new Set([...were, ...are])]
      : [...were.filter((id) => !future.has(id)), ...are.filter((id) => !past.has(id))]
  }
}

/** The same as the audit trail tells it: of members, who came and who went. */
export const said = (before: UiGroup, { fields, links }: GroupChanges) => {
  const were = new Set(before.user_details.map((user) => user.user_id))
  const are = new Set(links.user_details?.map((user) => user.user_id) ?? were)
  return {
    ...fields,
    ...(links.account_links === undefined ? {} : { account_links: links.account_links.map((link) => ({ ...link })) }),
    ...(links.s3_user_links === undefined ? {} : { s3_user_links: links.s3_user_links.map((link) => ({ ...link })) }),
  ...(links.s3_connection_details === undefined ? {} : { s3_connection_details: links.s3_connection_details.map(({ s3_connection_id }) => s3_connection_id) }),
    ...(links.user_details === undefined ? {} : {
      members_added: [...are].filter((id) => !were.has(id)), members_removed: [...were].filter((id) => !are.has(id))
    })
  }
}
