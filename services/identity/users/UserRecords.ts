import type { UiRole } from "#domain/platform/access/Caller.ts"
import type { ManagerTool, Privilege } from "#domain/platform/access/UserRights.ts"
import type { LinkRoles } from "#domain/identity/Links.ts"
import type { UnknownLink } from "#domain/identity/unknownLinks.ts"
import type { UiUser, UiUserSortKey, UiUserState, UiUserSummary, UpdateUiUser } from "#domain/identity/UiUser.ts"
import type { OffsetQuery, Page } from "#domain/platform/Paging.ts"
import { Context, type DateTime, type Effect } from "effect"

export interface UserQuery extends OffsetQuery<UiUserSortKey> {
  readonly role?: ReadonlyArray<UiRole>
  readonly state?: ReadonlyArray<UiUserState>
  readonly passkey?: "true" | "false"
}

export interface UserFields extends Pick<UpdateUiUser, "email" | "full_name" | "is_active" | "role"> {
  readonly privileges?: ReadonlyArray<Privilege>
  readonly manager_tools?: ReadonlyArray<ManagerTool>
}

export interface PrincipalLinkSets {
  readonly account_links?: ReadonlyArray<LinkRoles & { readonly account_id: number }>
  readonly s3_user_links?: ReadonlyArray<LinkRoles & { readonly s3_user_id: number }>
  readonly s3_connection_details?: ReadonlyArray<{ readonly s3_connection_id: number }>
}

export interface UserLinkSets extends PrincipalLinkSets {
  readonly group_details?: ReadonlyArray<{ readonly group_id: number }>
}

export class UserRecords extends Context.Service<
  UserRecords,
  {
    readonly page: (query: UserQuery) => Effect.Effect<Page<UiUser>>
    readonly minimal: Effect.Effect<ReadonlyArray<UiUserSummary>>
    readonly find: (id: number) => Effect.Effect<UiUser | null>
    readonly lock: (id: number) => Effect.Effect<UiUser | null>
    readonly update: (id: number, fields: UserFields, now: DateTime.Utc) => Effect.Effect<boolean>
    readonly setLinks: (id: number, links: UserLinkSets) => Effect.Effect<ReadonlyArray<UnknownLink>>
    readonly remove: (id: number) => Effect.Effect<void>
    readonly activeSuperadmins: Effect.Effect<number>
  }
>()("stowage/services/identity/users/UserRecords") {}
