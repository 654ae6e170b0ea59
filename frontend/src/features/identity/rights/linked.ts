import type { Answer, Row } from "~/client/contract"

export interface Option {
  readonly id: number
  readonly name: string
  readonly hint: string
}

export interface LinkedEntity extends Option {
  readonly manager: boolean
  readonly portal: "" | "portal_user" | "portal_manager"
  readonly data: boolean
}

export type RequiredLinks = "roles" | "data" | "nothing"

type User = Answer<"GET /api/admin/users/:user_id">
type Account = Row<"GET /api/admin/accounts">
type LinkRoles = Pick<
  User["account_links"][number],
  "allow_manager_browser_data_access" | "manager_role" | "portal_role"
>

const rightsOf = (roles: LinkRoles): Pick<LinkedEntity, "data" | "manager" | "portal"> => ({
  manager: roles.manager_role !== null,
  portal: roles.portal_role ?? "",
  data: roles.allow_manager_browser_data_access
})
const plain = { manager: true, portal: "", data: false } as const

export type Principal = Pick<User, "account_links" | "s3_connection_details" | "s3_user_links">

export const linkedAccounts = (row: Principal | undefined): ReadonlyArray<LinkedEntity> =>
  (row?.account_links ?? []).map((link) => ({
    id: link.account_id,
    name: link.name,
    hint: `${link.rgw_account_id} · ${link.storage_endpoint_name}`,
    ...rightsOf(link)
  }))
export const linkedS3Users = (row: Principal | undefined): ReadonlyArray<LinkedEntity> =>
  (row?.s3_user_links ?? []).map((link) => ({
    id: link.s3_user_id,
    name: link.name,
    hint: `${link.rgw_user_uid} · ${link.storage_endpoint_name}`,
    ...rightsOf(link)
  }))
export const linkedConnections = (row: Principal | undefined): ReadonlyArray<LinkedEntity> =>
  (row?.s3_connection_details ?? []).map((link) => ({
    id: link.s3_connection_id,
    name: link.name,
    hint: link.endpoint_url,
    ...plain
  }))
export const membershipSource = ({
  by_hand,
  providers
}: Pick<User["group_details"][number], "by_hand" | "providers">): string =>
  providers.length === 0
    ? ""
    : `${by_hand ? "by hand, and " : ""}by ` +
      `${providers.map(({ provider_id, provider_label }) => provider_label ?? provider_id).join(", ")} at sign-in`

export const linkedGroupsOfUser = (row: Pick<User, "group_details"> | undefined): ReadonlyArray<LinkedEntity> =>
  (row?.group_details ?? []).map((group) => ({
    id: group.group_id,
    name: group.name,
    hint: membershipSource(group) && `Put in ${membershipSource(group)}`,
    ...plain
  }))
export const linkedMembers = (
  row: Pick<Answer<"GET /api/admin/groups/:id">, "user_details"> | undefined
): ReadonlyArray<LinkedEntity> =>
  (row?.user_details ?? []).map((user) => ({
    id: user.user_id,
    name: user.full_name,
    hint: [user.email, user.is_active ? "" : "inactive", membershipSource(user) && `put in ${membershipSource(user)}`]
      .filter(Boolean)
      .join(" · "),
    ...plain
  }))
export const linkedPeople = (row: Pick<Account, "user_links"> | undefined): ReadonlyArray<LinkedEntity> =>
  (row?.user_links ?? []).map((link) => ({
    id: link.user_id,
    name: link.full_name,
    hint: link.email,
    ...rightsOf(link)
  }))
export const linkedGroups = (row: Pick<Account, "group_links"> | undefined): ReadonlyArray<LinkedEntity> =>
  (row?.group_links ?? []).map((link) => ({ id: link.group_id, name: link.name, hint: "", ...rightsOf(link) }))

export const encodeLinks = (links: ReadonlyArray<LinkedEntity>): string =>
  JSON.stringify(
    links
      .map(({ data, id, manager, portal }) => ({ id, manager, portal, data }))
      .sort((one, other) => one.id - other.id)
  )

type SerializedLink = Pick<LinkedEntity, "data" | "id" | "manager" | "portal">

const changed = (
  value: string | undefined,
  before: ReadonlyArray<LinkedEntity>
): ReadonlyArray<SerializedLink> | undefined =>
  value === undefined || value === encodeLinks(before)
    ? undefined
    : (JSON.parse(value) as ReadonlyArray<SerializedLink>)

const rolesOf = ({ data, manager, portal }: SerializedLink) => ({
  manager_role: manager ? ("account_administrator" as const) : null,
  portal_role: portal === "" ? null : portal,
  allow_manager_browser_data_access: manager && data
})

export const principalChanges = (values: Readonly<Record<string, string>>, before: Principal | undefined) => {
  const accounts = changed(values["account_links"], linkedAccounts(before))
  const users = changed(values["s3_user_links"], linkedS3Users(before))
  const connections = changed(values["s3_connection_details"], linkedConnections(before))
  return {
    ...(accounts && { account_links: accounts.map((link) => ({ account_id: link.id, ...rolesOf(link) })) }),
    ...(users && {
      s3_user_links: users.map(({ data, id }) => ({ s3_user_id: id, allow_manager_browser_data_access: data }))
    }),
    ...(connections && { s3_connection_details: connections.map(({ id }) => ({ s3_connection_id: id })) })
  }
}

export const groupsOfUser = (
  values: Readonly<Record<string, string>>,
  before: Parameters<typeof linkedGroupsOfUser>[0]
) => {
  const groups = changed(values["group_details"], linkedGroupsOfUser(before))
  return groups ? { group_details: groups.map(({ id }) => ({ group_id: id })) } : {}
}

export const membersOfGroup = (
  values: Readonly<Record<string, string>>,
  before: Parameters<typeof linkedMembers>[0]
) => {
  const members = changed(values["user_details"], linkedMembers(before))
  return members ? { user_details: members.map(({ id }) => ({ user_id: id })) } : {}
}

export const targetChanges = (
  values: Readonly<Record<string, string>>,
  before: Pick<Account, "group_links" | "user_links"> | undefined
) => {
  const people = changed(values["user_links"], linkedPeople(before))
  const groups = changed(values["group_links"], linkedGroups(before))
  return {
    ...(people && { user_links: people.map((link) => ({ user_id: link.id, ...rolesOf(link) })) }),
    ...(groups && { group_links: groups.map((link) => ({ group_id: link.id, ...rolesOf(link) })) })
  }
}
