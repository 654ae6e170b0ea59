import { Schema } from "effect"
import { dataOfManagers, rolesOf, sentRoles, someRole } from "../../../identity/Links.ts"
import { CreateUiGroup } from "../../../identity/UiGroup.ts"
import { EmailAddress } from "../../../platform/Text.ts"
import { type EntryReference, referencesTo } from "../declareSection.ts"
import { type Pair, pairs } from "../flatten.ts"

const UserLinkEntry = Schema.Struct({ user: EmailAddress, ...sentRoles })
  .check(someRole, dataOfManagers)
  .annotate({ identifier: "UserLinkEntry" })
export type UserLinkEntry = typeof UserLinkEntry.Type
const GroupLinkEntry = Schema.Struct({ group: CreateUiGroup.fields.name, ...sentRoles })
  .check(someRole, dataOfManagers)
  .annotate({ identifier: "GroupLinkEntry" })
export type GroupLinkEntry = typeof GroupLinkEntry.Type

/** Lists replace the stored ones; absent lists stay unchanged. */
export const roleLinks = {
  user_links: Schema.optionalKey(Schema.Array(UserLinkEntry).check(Schema.isMaxLength(1000))),
  group_links: Schema.optionalKey(Schema.Array(GroupLinkEntry).check(Schema.isMaxLength(1000)))
}
type RoleLinks = Schema.Struct.Type<typeof roleLinks>

const rolesText = (link: Parameters<typeof rolesOf>[0]): string => {
  const { allow_manager_browser_data_access, manager_role, portal_role } = rolesOf(link)
  return [manager_role, portal_role, allow_manager_browser_data_access ? "data access" : null]
    .filter((part) => part !== null)
    .join(", ")
}

export const flattenRoleLinks = {
  user_links: (all: ReadonlyArray<UserLinkEntry>): ReadonlyArray<Pair> =>
    all.map((link) => [`user_links[${link.user.toLowerCase()}]`, rolesText(link)]),
  group_links: (all: ReadonlyArray<GroupLinkEntry>): ReadonlyArray<Pair> =>
    all.map((link) => [`group_links[${link.group.toLowerCase()}]`, rolesText(link)])
}

export const roleLinkReferences = ({ group_links, user_links }: RoleLinks): ReadonlyArray<EntryReference> => {
  const [users, groups] = [user_links?.map(({ user }) => user), group_links?.map(({ group }) => group)]
  return [
    ...referencesTo("users", "links", users, (index) => ["user_links", index, "user"]),
    ...referencesTo("groups", "links", groups, (index) => ["group_links", index, "group"])
  ]
}

export const flattenGatewaySettings = (settings: object): ReadonlyArray<Pair> =>
  pairs("on_gateway", settings).map(([path, value]) => [
    path,
    value === null && /\.max_\w+$/.test(path) ? "unlimited" : value
  ])
