import type { UiRole } from "#domain/platform/access/Caller.ts"
import type { ManagerTool, Privilege } from "#domain/platform/access/UserRights.ts"
import type { UnknownLink } from "#domain/identity/unknownLinks.ts"
import type { UiGroup, UiGroupRow, UiGroupSortKey, UiGroupSummary } from "#domain/identity/UiGroup.ts"
import type { OffsetQuery, Page } from "#domain/platform/Paging.ts"
import type { PrincipalLinkSets } from "#services/identity/users/UserRecords.ts"
import { Context, type DateTime, type Effect } from "effect"

export interface GroupFields {
  readonly name?: string
  readonly description?: string
  readonly privileges?: ReadonlyArray<Privilege>
  readonly manager_tools?: ReadonlyArray<ManagerTool>
}

export interface GroupLinkSets extends PrincipalLinkSets {
  readonly user_details?: ReadonlyArray<{ readonly user_id: number }>
}

export class GroupRecords extends Context.Service<
  GroupRecords,
  {
    readonly page: (query: OffsetQuery<UiGroupSortKey>) => Effect.Effect<Page<UiGroupRow>>
    readonly minimal: Effect.Effect<ReadonlyArray<UiGroupSummary>>
    readonly find: (id: number) => Effect.Effect<UiGroup | null>
    /** Null when the name is taken, ignoring case. */
    readonly add: (name: string, now: DateTime.Utc) => Effect.Effect<number | null>
    readonly update: (id: number, fields: GroupFields, now: DateTime.Utc) => Effect.Effect<boolean>
    /** Replaces the given lists; returns the missing links without changing anything if there are any. */
    readonly setLinks: (id: number, links: GroupLinkSets) => Effect.Effect<ReadonlyArray<UnknownLink>>
    readonly remove: (id: number) => Effect.Effect<void>
    readonly roles: (userIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<UiRole>>
  }
>()("stowage/services/identity/GroupRecords") {}
