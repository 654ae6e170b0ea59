import { Schema } from "effect"
import { NewPassword } from "./signin/Authentication.ts"
import { ManagerTools, Privileges, SetManagerTools, SetPrivileges } from "../platform/access/UserRights.ts"
import { AccountLink, GroupDetail, GroupDetails, principalLinks, S3ConnectionDetail, S3UserLink } from "./Links.ts"
import { EffectiveAccess } from "./effectiveAccess.ts"
import { readVersion, versioned } from "../platform/RowVersion.ts"
import { UiRole } from "../platform/access/Caller.ts"
import { commaSeparated } from "../platform/Filters.ts"
import { pageOf } from "../platform/Paging.ts"
import { EmailAddress, Name, Text } from "../platform/Text.ts"

const FullName = Name(200)
const Time = Schema.DateTimeUtcFromString

export const UiUser = Schema.Struct({
  id: Schema.Int,
  email: Schema.String,
  full_name: Schema.String,
  role: UiRole,
  is_active: Schema.Boolean,
  has_password: Schema.Boolean,
  passkey_count: Schema.Int,
  identity_count: Schema.Int,
  privileges: Privileges,
  manager_tools: ManagerTools,
  account_links: Schema.Array(AccountLink),
  s3_user_links: Schema.Array(S3UserLink),
  s3_connection_details: Schema.Array(S3ConnectionDetail),
  group_details: Schema.Array(GroupDetail),
  effective_access: EffectiveAccess,
  ...versioned,
  created_at: Time,
  last_login_at: Schema.NullOr(Time)
}).annotate({ identifier: "UiUser" })
export type UiUser = typeof UiUser.Type

export const uiUserSortKeys = ["email", "full_name", "role", "created_at", "last_login_at"] as const
export type UiUserSortKey = (typeof uiUserSortKeys)[number]
export const uiUserStates = ["active", "deactivated", "locked"] as const
export type UiUserState = (typeof uiUserStates)[number]
export const uiUserFilters = {
  role: Schema.optionalKey(commaSeparated(UiRole.literals)),
  state: Schema.optionalKey(commaSeparated(uiUserStates)),
  passkey: Schema.optionalKey(Schema.Literals(["true", "false"]))
}
export const UiUserPage = pageOf(UiUser).annotate({ identifier: "UiUserPage" })

export const UiUserSummary = Schema.Struct({
  id: Schema.Int,
  email: Schema.String,
  full_name: Schema.String,
  role: UiRole,
  is_active: Schema.Boolean
}).annotate({ identifier: "UiUserSummary" })
export type UiUserSummary = typeof UiUserSummary.Type

const access = {
  privileges: Schema.optionalKey(SetPrivileges),
  manager_tools: Schema.optionalKey(SetManagerTools),
  ...principalLinks,
  group_details: Schema.optionalKey(GroupDetails)
}

/** Without a password the user signs in with a provider, or after an administrator sets one. */
export const CreateUiUser = Schema.Struct({
  email: EmailAddress,
  full_name: FullName,
  role: UiRole,
  password: Schema.optionalKey(Schema.RedactedFromValue(NewPassword)),
  ...access
}).annotate({ identifier: "CreateUiUser" })
export type CreateUiUser = typeof CreateUiUser.Type

export const UpdateUiUser = Schema.Struct({
  email: Schema.optionalKey(EmailAddress),
  full_name: Schema.optionalKey(FullName),
  role: Schema.optionalKey(UiRole),
  is_active: Schema.optionalKey(Schema.Boolean),
  ...access,
  ...readVersion
}).annotate({ identifier: "UpdateUiUser" })
export type UpdateUiUser = typeof UpdateUiUser.Type

export const SetPassword = Schema.Struct({ password: Schema.RedactedFromValue(NewPassword) }).annotate({
  identifier: "SetPassword"
})
export type SetPassword = typeof SetPassword.Type

export const ChangePassword = Schema.Struct({
  current_password: Schema.optionalKey(Schema.RedactedFromValue(Text(1024))),
  new_password: Schema.RedactedFromValue(NewPassword)
}).annotate({ identifier: "ChangePassword" })
export type ChangePassword = typeof ChangePassword.Type

export const AuthenticationSettings = Schema.Struct({
  require_passkey_for_admins: Schema.Boolean,
  require_passkey_for_users: Schema.Boolean
}).annotate({ identifier: "AuthenticationSettings" })
export type AuthenticationSettings = typeof AuthenticationSettings.Type
