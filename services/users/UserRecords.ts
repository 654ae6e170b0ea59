import type { UiRole } from "#domain/access/Caller.ts"
import type { UiUser, UiUserSortKey, UiUserState, UiUserSummary, UpdateUiUser } from "#domain/users/UiUser.ts"
import type { OffsetQuery, Page } from "#domain/paging/Paging.ts"
import { Context, type DateTime, type Effect } from "effect"

export interface UserQuery extends OffsetQuery<UiUserSortKey> {
  readonly role?: ReadonlyArray<UiRole>
  readonly state?: ReadonlyArray<UiUserState>
  readonly passkey?: "true" | "false"
}

/** What an update may change. */
export type UserFields = Omit<UpdateUiUser, "version">

/** The users of the console as administrators see them. */
export class UserRecords extends Context.Service<UserRecords, {
  readonly page: (query: UserQuery) => Effect.Effect<Page<UiUser>>
  readonly minimal: Effect.Effect<ReadonlyArray<UiUserSummary>>
  readonly find: (id: number) => Effect.Effect<UiUser | null>
  /** The same, and nobody else changes it until the transaction ends. */
  readonly hold: (id: number) => Effect.Effect<UiUser | null>
  /** False when the e-mail is taken. */
  readonly update: (id: number, fields: UserFields, now: DateTime.Utc) => Effect.Effect<boolean>
  readonly remove: (id: number) => Effect.Effect<void>
  /** How many active superadmins there are; until the transaction ends none of them is changed. */
  readonly activeSuperadmins: Effect.Effect<number>
}>()("stowage/services/users/UserRecords") {}
