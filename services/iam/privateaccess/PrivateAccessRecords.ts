import { Context, type DateTime, type Effect } from "effect"
import type { AccessFinding, AccessPerson, PrivateAccess, WantedAccess } from "#domain/iam/PrivateAccess.ts"

/** An access as its row, with the account that it is in. */
export interface KeptAccess extends PrivateAccess {
  readonly rgw_account_id: number
  readonly account_name: string
  readonly storage_endpoint_id: number
  /** Of the account's context. */
  readonly listing_key: string
  /** Of its connection. */
  readonly access_key: string | null
}

export interface NewAccess extends WantedAccess {
  readonly rgw_account_id: number
  readonly user_id: number
  readonly person: string
  readonly iam_user_name: string
  readonly connection_name: string
}

/** What can be changed of one by itself; `state` stamps since when. */
export interface AccessChange {
  readonly state?: PrivateAccess["state"]
  readonly tries?: number
  readonly problem?: string | null
  readonly last_tried_at?: DateTime.Utc
  readonly next_try_at?: DateTime.Utc | null
  readonly connection_id?: number | null
  readonly drift?: ReadonlyArray<AccessFinding>
  readonly checked_at?: DateTime.Utc
  readonly tracked?: PrivateAccess["tracked"]
  /** Raises the version. */
  readonly wanted?: WantedAccess
}

/** Accesses of people to accounts, as rows. */
export class PrivateAccessRecords extends Context.Service<PrivateAccessRecords, {
  readonly ofAccount: (accountId: number) => Effect.Effect<ReadonlyArray<KeptAccess>>
  /** Null when it is gone. `hold`: others wait until the caller's transaction has ended. */
  readonly find: (id: number, hold?: boolean) => Effect.Effect<KeptAccess | null>
  /** Who is linked to an account, and why they may have none. */
  readonly people: (accountId: number) => Effect.Effect<ReadonlyArray<AccessPerson>>
  /** Null when this person has one already that is not ending. Due at once. */
  readonly add: (one: NewAccess, now: DateTime.Utc) => Effect.Effect<number | null>
  readonly change: (id: number, change: AccessChange, now: DateTime.Utc) => Effect.Effect<void>
  readonly remove: (id: number) => Effect.Effect<void>
  /** What is to be tried now. */
  readonly due: (now: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<number>>
  /** Those of people who may have none any more, and active ones that were not looked at since `before`. */
  readonly toLookAt: (before: DateTime.Utc, limit: number) => Effect.Effect<{ readonly unentitled: ReadonlyArray<number>; readonly unseen: ReadonlyArray<number> }>
}>()("stowage/services/iam/privateaccess/PrivateAccessRecords") {}
