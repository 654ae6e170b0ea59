import { Context, type Effect } from "effect"
import type { AccountLimits, AccountQuotaType, Quota } from "#domain/accounts/GatewaySettings.ts"
import type { QuotaUsage } from "#domain/accounts/QuotaUsage.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { Conflict, GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import type { GatewayKey } from "./Rgw.ts"

/** Gateway settings of an RGW account: null is unlimited, 0 none. */
export interface AccountSettings {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly limits: AccountLimits
  readonly account_quota: Quota
  readonly bucket_quota: Quota
}

export interface AccountChanges extends Partial<AccountLimits> {
  readonly name?: string
  readonly email?: string
}

export interface AccountMember {
  readonly uid: string
  readonly display_name: string
  readonly is_root: boolean
  readonly access_keys: ReadonlyArray<string>
}

type Change<A = void, E = never> = Effect.Effect<A, E | NotFound | GatewayFailure, GatewayIntent>

export class GatewayAccountSettings extends Context.Service<
  GatewayAccountSettings,
  {
    readonly settings: (target: AdminTarget, id: string) => Effect.Effect<AccountSettings, NotFound | GatewayFailure>
    /** Total usage; RGW reports it only by a user of the account (A6): `rootUid` is any of them. */
    readonly usage: (target: AdminTarget, rootUid: string) => Effect.Effect<QuotaUsage, NotFound | GatewayFailure>
    readonly change: (target: AdminTarget, id: string, changes: AccountChanges) => Change<void, Conflict>
    readonly setQuota: (target: AdminTarget, id: string, type: AccountQuotaType, quota: Partial<Quota>) => Change
    /** Users sorted by uid. RGW has no list of them (A7): reads every user of the gateway. */
    readonly members: (target: AdminTarget, id: string) => Effect.Effect<ReadonlyArray<AccountMember>, GatewayFailure>
    /** Recreates a root user with this key; null when it exists with other keys. */
    readonly restoreRoot: (
      target: AdminTarget,
      id: string,
      root: { readonly uid: string; readonly displayName: string; readonly accessKey: string }
    ) => Change<GatewayKey | null, Conflict>
    readonly delete: (target: AdminTarget, id: string) => Change<void, Conflict>
  }
>()("stowage/services/gateways/endpoints/GatewayAccountSettings") {}
