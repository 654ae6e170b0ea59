import { Schema } from "effect"
import { UiRole } from "../platform/access/Caller.ts"
import { RowId } from "../platform/RowId.ts"

export const ManagerRole = Schema.Literals(["account_administrator"]).annotate({ identifier: "ManagerRole" })
export type ManagerRole = typeof ManagerRole.Type

export const PortalRole = Schema.Literals(["portal_manager", "portal_user"]).annotate({ identifier: "PortalRole" })
export type PortalRole = typeof PortalRole.Type

export const linkRoles = {
  manager_role: Schema.NullOr(ManagerRole),
  portal_role: Schema.NullOr(PortalRole),
  allow_manager_browser_data_access: Schema.Boolean
}
const Roles = Schema.Struct(linkRoles)
export type LinkRoles = typeof Roles.Type

export const sentRoles = {
  manager_role: Schema.optionalKey(Schema.NullOr(ManagerRole)),
  portal_role: Schema.optionalKey(Schema.NullOr(PortalRole)),
  allow_manager_browser_data_access: Schema.optionalKey(Schema.Boolean)
}
interface SentRoles {
  readonly manager_role?: ManagerRole | null
  readonly portal_role?: PortalRole | null
  readonly allow_manager_browser_data_access?: boolean
}

export const rolesOf = (link: SentRoles): LinkRoles => ({
  manager_role: link.manager_role ?? null,
  portal_role: link.portal_role ?? null,
  allow_manager_browser_data_access: link.allow_manager_browser_data_access ?? false
})

export const someRole = Schema.makeFilter(
  (link: SentRoles) =>
    (link.manager_role ?? null) !== null ||
    (link.portal_role ?? null) !== null || {
      path: ["manager_role"],
      issue: "Give at least one of manager_role and portal_role"
    }
)
export const dataOfManagers = Schema.makeFilter(
  (link: SentRoles) =>
    link.allow_manager_browser_data_access !== true ||
    (link.manager_role ?? null) !== null || {
      path: ["allow_manager_browser_data_access"],
      issue: "allow_manager_browser_data_access needs a manager_role"
    }
)

const once = <Key extends string>(key: Key) =>
  Schema.makeFilter((links: ReadonlyArray<Readonly<Record<Key, number>>>) => {
    const seen = new Set<number>()
    for (const [index, link] of links.entries()) {
      if (seen.has(link[key])) return { path: [index, key], issue: "This is in the list already" }
      seen.add(link[key])
    }
    return true
  })

export const UserLink = Schema.Struct({
  user_id: Schema.Int,
  email: Schema.String,
  full_name: Schema.String,
  ...linkRoles
}).annotate({ identifier: "UserLink" })
export type UserLink = typeof UserLink.Type

export const GroupLink = Schema.Struct({ group_id: Schema.Int, name: Schema.String, ...linkRoles }).annotate({
  identifier: "GroupLink"
})
export type GroupLink = typeof GroupLink.Type

export const UserLinkInput = Schema.Struct({ user_id: RowId, ...sentRoles })
  .check(someRole, dataOfManagers)
  .annotate({ identifier: "UserLinkInput" })
export type UserLinkInput = typeof UserLinkInput.Type
export const GroupLinkInput = Schema.Struct({ group_id: RowId, ...sentRoles })
  .check(someRole, dataOfManagers)
  .annotate({ identifier: "GroupLinkInput" })
export type GroupLinkInput = typeof GroupLinkInput.Type

export const UserLinks = Schema.Array(UserLinkInput).check(Schema.isMaxLength(1000), once("user_id"))
export const GroupLinks = Schema.Array(GroupLinkInput).check(Schema.isMaxLength(1000), once("group_id"))

const endpoint = { storage_endpoint_id: Schema.Int, storage_endpoint_name: Schema.String }

export const AccountLink = Schema.Struct({
  account_id: Schema.Int,
  name: Schema.String,
  rgw_account_id: Schema.String,
  ...endpoint,
  ...linkRoles
}).annotate({ identifier: "AccountLink" })
export type AccountLink = typeof AccountLink.Type

export const S3UserLink = Schema.Struct({
  s3_user_id: Schema.Int,
  name: Schema.String,
  rgw_user_uid: Schema.String,
  ...endpoint,
  ...linkRoles
}).annotate({ identifier: "S3UserLink" })
export type S3UserLink = typeof S3UserLink.Type

export const AccountLinkInput = Schema.Struct({ account_id: RowId, ...sentRoles })
  .check(someRole, dataOfManagers)
  .annotate({ identifier: "AccountLinkInput" })
export type AccountLinkInput = typeof AccountLinkInput.Type

/** RGW users are only available in Manager, so the manager role is implied. */
export const S3UserLinkInput = Schema.Struct({
  s3_user_id: RowId,
  allow_manager_browser_data_access: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "S3UserLinkInput" })
export type S3UserLinkInput = typeof S3UserLinkInput.Type

export const S3ConnectionDetail = Schema.Struct({
  s3_connection_id: Schema.Int,
  name: Schema.String,
  endpoint_url: Schema.String
}).annotate({ identifier: "S3ConnectionDetail" })
export type S3ConnectionDetail = typeof S3ConnectionDetail.Type
const S3ConnectionDetails = Schema.Array(
  Schema.Struct({ s3_connection_id: RowId }).annotate({ identifier: "S3ConnectionDetailInput" })
)

export const principalLinks = {
  account_links: Schema.optionalKey(Schema.Array(AccountLinkInput).check(Schema.isMaxLength(5000), once("account_id"))),
  s3_user_links: Schema.optionalKey(Schema.Array(S3UserLinkInput).check(Schema.isMaxLength(5000), once("s3_user_id"))),
  s3_connection_details: Schema.optionalKey(
    S3ConnectionDetails.check(Schema.isMaxLength(5000), once("s3_connection_id"))
  )
}
export interface PrincipalLinks {
  readonly account_links?: ReadonlyArray<AccountLinkInput>
  readonly s3_user_links?: ReadonlyArray<S3UserLinkInput>
  readonly s3_connection_details?: ReadonlyArray<{ readonly s3_connection_id: number }>
}

/** Sources of a membership: an administrator (`by_hand`) or identity providers at sign-in. */
const membershipSources = {
  by_hand: Schema.Boolean,
  providers: Schema.Array(
    Schema.Struct({
      provider_type: Schema.Literals(["oidc", "ldap"]),
      provider_id: Schema.String,
      provider_label: Schema.NullOr(Schema.String)
    }).annotate({ identifier: "MembershipProvider" })
  )
}

export const GroupDetail = Schema.Struct({ group_id: Schema.Int, name: Schema.String, ...membershipSources }).annotate({
  identifier: "GroupDetail"
})
export type GroupDetail = typeof GroupDetail.Type
export const GroupDetails = Schema.Array(
  Schema.Struct({ group_id: RowId }).annotate({ identifier: "GroupDetailInput" })
).check(Schema.isMaxLength(1000), once("group_id"))
export const UserDetail = Schema.Struct({
  user_id: Schema.Int,
  email: Schema.String,
  full_name: Schema.String,
  role: UiRole,
  is_active: Schema.Boolean,
  ...membershipSources
}).annotate({ identifier: "UserDetail" })
export type UserDetail = typeof UserDetail.Type
export const UserDetails = Schema.Array(
  Schema.Struct({ user_id: RowId }).annotate({ identifier: "UserDetailInput" })
).check(Schema.isMaxLength(10_000), once("user_id"))
