import { Context, type Effect } from "effect"
import type { AccountLimits, AccountQuotaType, Quota } from "#domain/accounts/GatewaySettings.ts"
import type { QuotaUsage } from "#domain/accounts/QuotaUsage.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { Conflict, GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import type { GatewayKey } from "./Rgw.ts"

/** What a gateway keeps of an RGW account. null is unlimited, 0 nothing. */
export interface AccountSettings {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly limits: AccountLimits
  readonly account_quota: Quota
  readonly bucket_quota: Quota
}

/** What is left out stays. */
export interface AccountChanges extends Partial<AccountLimits> {
  readonly name?: string
  readonly email?: string
}

/** A user of an account. */
export interface AccountMember {
  readonly uid: string
  readonly display_name: string
  readonly is_root: boolean
  /** All of them, switched off or not. */
  readonly access_keys: ReadonlyArray<string>
}

type Change<A = void, E = never> = Effect.Effect<A, E | NotFound | GatewayFailure, GatewayIntent>

/** Quotas and limits of the accounts of a Ceph RGW; accounts themselves are `GatewayAccounts`. One call each, `members` aside. */
export class GatewayAccountSettings extends Context.Service<GatewayAccountSettings, {
  readonly settings: (target: AdminTarget, id: string) => Effect.Effect<AccountSettings, NotFound | GatewayFailure>
  /** Of all its buckets together. The gateway tells it of an account's users alone (A6): `rootUid` is any of them. */
  readonly usage: (target: AdminTarget, rootUid: string) => Effect.Effect<QuotaUsage, NotFound | GatewayFailure>
  readonly change: (target: AdminTarget, id: string, changes: AccountChanges) => Change<void, Conflict>
  readonly setQuota: (target: AdminTarget, id: string, type: AccountQuotaType, quota: Quota) => Change
  /** Its users, by uid. The gateway keeps no list of them (A7): every user of it is looked at. */
  readonly members: (target: AdminTarget, id: string) => Effect.Effect<ReadonlyArray<AccountMember>, GatewayFailure>
  /** Makes a root user anew, with a key of this name, and answers the key; null where it is there with other keys. */
  readonly restoreRoot: (
    target: AdminTarget, id: string, root: { readonly uid: string; readonly displayName: string; readonly accessKey: string }
  ) => Change<GatewayKey | null, Conflict>
  /** `state_conflict` says what of it is still there; one that is gone is not found. */
  readonly delete: (target: AdminTarget, id: string) => Change<void, Conflict>
}>()("stowage/services/gateways/endpoints/GatewayAccountSettings") {}
