import { Context, type DateTime, type Effect } from "effect"
import type { AccessFinding, AccessPerson, PrivateAccess, RequestedAccess } from "#domain/iam/PrivateAccess.ts"

export interface StoredAccess extends PrivateAccess {
  readonly rgw_account_id: number
  readonly account_name: string
  readonly storage_endpoint_id: number
  readonly listing_key: string
  readonly access_key: string | null
  readonly purpose: AccessPurpose
  readonly user_keys: ReadonlyArray<{ readonly access_key: string; readonly active: boolean }>
}

/** `portal`: rights follow the person's storage spaces; Manager shows it while the gateway differs. */
export type AccessPurpose = "private" | "portal"

export interface NewAccess extends RequestedAccess {
  readonly rgw_account_id: number
  readonly user_id: number
  readonly person: string
  readonly iam_user_name: string
  readonly connection_name: string
  readonly purpose: AccessPurpose
}

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
  readonly wanted?: RequestedAccess
}

export class PrivateAccessRecords extends Context.Service<
  PrivateAccessRecords,
  {
    /** Private ones, and unconfirmed or drifted ones of the Portal. */
    readonly ofAccount: (accountId: number) => Effect.Effect<ReadonlyArray<StoredAccess>>
    readonly find: (id: number, hold?: boolean) => Effect.Effect<StoredAccess | null>
    readonly people: (accountId: number) => Effect.Effect<ReadonlyArray<AccessPerson>>
    /** Null when this user has an active one. Due immediately. */
    readonly add: (one: NewAccess, now: DateTime.Utc) => Effect.Effect<number | null>
    readonly change: (id: number, change: AccessChange, now: DateTime.Utc) => Effect.Effect<void>
    readonly remove: (id: number) => Effect.Effect<void>
    readonly due: (now: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<number>>
    /** Accesses of users without the right, and active ones not checked since `before`. */
    readonly toCheck: (
      before: DateTime.Utc,
      limit: number
    ) => Effect.Effect<{ readonly unentitled: ReadonlyArray<number>; readonly unseen: ReadonlyArray<number> }>
  }
>()("stowage/services/iam/privateaccess/PrivateAccessRecords") {}
