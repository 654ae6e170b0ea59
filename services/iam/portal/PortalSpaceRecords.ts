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
  /** Its bucket was not created so far. */
  readonly creating: boolean
  /** Right of the user of the query. */
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
  /** Its bucket is created next. */
  readonly creating: boolean
}

/** Space whose creation was interrupted. */
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
    /** Spaces of an account, with the right of `userId`. */
    readonly all: (accountId: number, userId: number) => Effect.Effect<ReadonlyArray<SpaceRow>>
    readonly find: (accountId: number, userId: number, id: number) => Effect.Effect<SpaceRow | null>
    /** Null when the place or the name is taken. */
    readonly add: (accountId: number, space: NewSpace, now: DateTime.Utc) => Effect.Effect<number | null>
    /** False when the name is taken. */
    readonly rename: (id: number, name: string) => Effect.Effect<boolean>
    readonly remove: (id: number) => Effect.Effect<void>
    /** Notes that the bucket of a space exists. */
    readonly finishCreation: (id: number) => Effect.Effect<void>
    /** Spaces that are being created since a time before `before`. */
    readonly unfinished: (before: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<UnfinishedSpace>>
    /** Locks the account's spaces until the transaction ends, so that desired policies follow each other. */
    readonly hold: (accountId: number) => Effect.Effect<void>
  }
>()("stowage/services/iam/portal/PortalSpaceRecords") {}

export class PortalMemberRecords extends Context.Service<
  PortalMemberRecords,
  {
    readonly all: (id: number) => Effect.Effect<ReadonlyArray<MemberRow>>
    readonly set: (id: number, userId: number, right: SpaceRight, now: DateTime.Utc) => Effect.Effect<void>
    /** False when the user was no member. */
    readonly remove: (id: number, userId: number) => Effect.Effect<boolean>
    readonly grants: (accountId: number, userId: number) => Effect.Effect<ReadonlyArray<SpaceGrant>>
    /** Id of the person's access in the Portal (`PrivateAccessRecords`), clean-up aside. */
    readonly accessId: (accountId: number, userId: number) => Effect.Effect<number | null>
    /** Active users with a Portal role in the account who are no members of the space. */
    readonly candidates: (accountId: number, spaceId: number) => Effect.Effect<ReadonlyArray<SpacePerson>>
    readonly listingKey: (accountId: number) => Effect.Effect<string>
    /** Active user with a Portal role in the account. */
    readonly person: (accountId: number, userId: number) => Effect.Effect<PortalPerson | null>
  }
>()("stowage/services/iam/portal/PortalMemberRecords") {}
