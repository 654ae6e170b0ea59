import { Context, type DateTime, type Effect } from "effect"
import type { SpaceGrant } from "#domain/iam/portal/spacePolicy.ts"
import type { SpaceAccess, SpacePerson, SpaceRight } from "#domain/iam/portal/StorageSpace.ts"

export interface SpaceRow {
  readonly id: number
  readonly rgw_account_id: number
  readonly name: string
  readonly bucket: string
  readonly prefix: string
  readonly private: boolean
  readonly created_at: string
  readonly member_count: number
  readonly creating: boolean
  readonly member_right: SpaceRight | null
}

export interface MemberRow {
  readonly user_id: number
  readonly email: string
  readonly full_name: string
  readonly right: SpaceRight
  readonly added_at: string
  readonly access: SpaceAccess | null
}

export interface NewSpace {
  readonly name: string
  readonly bucket: string
  readonly prefix: string
  readonly private: boolean
  readonly creating: boolean
}

export interface UnfinishedSpace {
  readonly id: number
  readonly rgw_account_id: number
  readonly name: string
  readonly bucket: string
}

export interface PortalPerson {
  readonly user_id: number
  readonly email: string
}

export class PortalSpaceRecords extends Context.Service<
  PortalSpaceRecords,
  {
    readonly all: (accountId: number, userId: number) => Effect.Effect<ReadonlyArray<SpaceRow>>
    readonly find: (accountId: number, userId: number, id: number) => Effect.Effect<SpaceRow | null>
    /** Null when the place or the name is taken. */
    readonly add: (accountId: number, space: NewSpace, now: DateTime.Utc) => Effect.Effect<number | null>
    readonly rename: (id: number, name: string) => Effect.Effect<boolean>
    readonly remove: (id: number) => Effect.Effect<void>
    readonly finishCreation: (id: number) => Effect.Effect<void>
    readonly unfinished: (before: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<UnfinishedSpace>>
    /** Locks the account's spaces until the transaction ends, to order desired policies. */
    readonly lock: (accountId: number) => Effect.Effect<void>
  }
>()("stowage/services/iam/portal/PortalSpaceRecords") {}

export class PortalMemberRecords extends Context.Service<
  PortalMemberRecords,
  {
    readonly all: (id: number) => Effect.Effect<ReadonlyArray<MemberRow>>
    readonly set: (id: number, userId: number, right: SpaceRight, now: DateTime.Utc) => Effect.Effect<void>
    readonly remove: (id: number, userId: number) => Effect.Effect<boolean>
    readonly grants: (accountId: number, userId: number) => Effect.Effect<ReadonlyArray<SpaceGrant>>
    readonly accessId: (accountId: number, userId: number) => Effect.Effect<number | null>
    readonly candidates: (accountId: number, spaceId: number) => Effect.Effect<ReadonlyArray<SpacePerson>>
    readonly listingKey: (accountId: number) => Effect.Effect<string>
    readonly person: (accountId: number, userId: number) => Effect.Effect<PortalPerson | null>
  }
>()("stowage/services/iam/portal/PortalMemberRecords") {}
