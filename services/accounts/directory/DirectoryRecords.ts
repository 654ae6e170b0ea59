import { Context, type DateTime, type Effect } from "effect"
import type { DirectoryKind, DirectorySort, DirectoryState } from "#domain/accounts/EndpointDirectory.ts"
import type { OffsetQuery, Page } from "#domain/platform/Paging.ts"
import type { QueryFilter } from "#domain/platform/query/QueryFilter.ts"
import type { AccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import type { UserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import type { QuotaUsage } from "#domain/accounts/QuotaUsage.ts"

export interface DirectoryPlace {
  readonly endpointId: number
  readonly kind: DirectoryKind
}

export interface AccountDetails extends AccountSettings {
  readonly usage: QuotaUsage
}
export type UserDetails = Omit<UserSettings, "access_keys"> & { readonly key_count: number }
export type IdentityDetails = AccountDetails | UserDetails

export interface DirectoryRow {
  readonly id: string
  readonly tenant: string
  readonly details: IdentityDetails | null
  readonly details_read_at: Date | null
  readonly problem: string | null
  readonly registered_id: number | null
  readonly freeze: {
    readonly frozen_at: Date
    readonly frozen_by: string
    readonly suspended_users: ReadonlyArray<string>
    readonly denied_roles: ReadonlyArray<string>
  } | null
}

export interface IdentityReading {
  readonly id: string
  readonly details: IdentityDetails | null
  readonly problem: string | null
}

export interface StoredState extends DirectoryState {
  readonly total: number
  /** Differs after every change of what a page shows. */
  readonly version: string
}

export class DirectoryRecords extends Context.Service<
  DirectoryRecords,
  {
    /** Null: the ids were never read. */
    readonly state: (place: DirectoryPlace) => Effect.Effect<StoredState | null>
    readonly saveIds: (place: DirectoryPlace, ids: ReadonlyArray<string>, now: DateTime.Utc) => Effect.Effect<void>
    /** Ids whose details are missing or older than `before`, or failed before `retryBefore`; `only`: of these. */
    readonly outdated: (
      place: DirectoryPlace,
      limits: { readonly before: DateTime.Utc; readonly retryBefore: DateTime.Utc },
      only: ReadonlyArray<string> | null
    ) => Effect.Effect<ReadonlyArray<string>>
    readonly saveDetails: (
      place: DirectoryPlace,
      readings: ReadonlyArray<IdentityReading>,
      now: DateTime.Utc
    ) => Effect.Effect<void>
    readonly forgetDetails: (place: DirectoryPlace) => Effect.Effect<void>
    readonly remove: (place: DirectoryPlace, ids: ReadonlyArray<string>) => Effect.Effect<void>
    readonly page: (
      place: DirectoryPlace,
      query: OffsetQuery<DirectorySort>,
      filter: QueryFilter
    ) => Effect.Effect<Page<DirectoryRow>>
    readonly firstMembers: (
      endpointId: number,
      accountIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, string>>
  }
>()("stowage/services/accounts/directory/DirectoryRecords") {}
