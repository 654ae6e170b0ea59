import { Schema } from "effect"
import { ManagerTools, Privileges, SetManagerTools, SetPrivileges } from "../platform/access/UserRights.ts"
import { AccountLink, principalLinks, S3ConnectionDetail, S3UserLink, UserDetail, UserDetails } from "./Links.ts"
import { readVersion, versioned } from "../platform/RowVersion.ts"
import { pageOf } from "../platform/Paging.ts"
import { Line, Name } from "../platform/Text.ts"

const GroupName = Name(100)
const Description = Line(500)

const common = {
  id: Schema.Int,
  name: Schema.String,
  description: Schema.String,
  privileges: Privileges,
  manager_tools: ManagerTools,
  ...versioned,
  created_at: Schema.DateTimeUtcFromString,
  updated_at: Schema.DateTimeUtcFromString
}

export const UiGroupRow = Schema.Struct({
  ...common,
  member_count: Schema.Int,
  account_count: Schema.Int,
  s3_user_count: Schema.Int
}).annotate({ identifier: "UiGroupRow" })
export type UiGroupRow = typeof UiGroupRow.Type

export const UiGroup = Schema.Struct({
  ...UiGroupRow.fields,
  user_details: Schema.Array(UserDetail),
  account_links: Schema.Array(AccountLink),
  s3_user_links: Schema.Array(S3UserLink),
  s3_connection_details: Schema.Array(S3ConnectionDetail)
}).annotate({ identifier: "UiGroup" })
export type UiGroup = typeof UiGroup.Type

export const UiGroupSummary = Schema.Struct({ id: Schema.Int, name: Schema.String, member_count: Schema.Int }).annotate(
  { identifier: "UiGroupSummary" }
)
export type UiGroupSummary = typeof UiGroupSummary.Type

export const uiGroupSortKeys = ["name", "member_count", "created_at", "updated_at"] as const
export type UiGroupSortKey = (typeof uiGroupSortKeys)[number]
export const UiGroupPage = pageOf(UiGroupRow).annotate({ identifier: "UiGroupPage" })

const access = {
  description: Schema.optionalKey(Description),
  privileges: Schema.optionalKey(SetPrivileges),
  manager_tools: Schema.optionalKey(SetManagerTools),
  user_details: Schema.optionalKey(UserDetails),
  ...principalLinks
}

export const CreateUiGroup = Schema.Struct({ name: GroupName, ...access }).annotate({ identifier: "CreateUiGroup" })
export type CreateUiGroup = typeof CreateUiGroup.Type

export const UpdateUiGroup = Schema.Struct({ name: Schema.optionalKey(GroupName), ...access, ...readVersion }).annotate(
  { identifier: "UpdateUiGroup" }
)
export type UpdateUiGroup = typeof UpdateUiGroup.Type
