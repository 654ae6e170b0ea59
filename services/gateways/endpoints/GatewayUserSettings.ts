import { Context, type DateTime, type Effect } from "effect"
import type {
  Cap,
  OperationType,
  Quota,
  RateLimit,
  RateLimitState,
  UserQuotaType
} from "#domain/accounts/GatewaySettings.ts"
import type { QuotaUsage } from "#domain/accounts/QuotaUsage.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { Conflict, GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

export interface UserSettings {
  readonly uid: string
  readonly display_name: string
  readonly email: string | null
  readonly account_id: string | null
  readonly suspended: boolean
  readonly max_buckets: number | null
  readonly op_mask: ReadonlyArray<OperationType>
  readonly default_placement: string | null
  readonly default_storage_class: string | null
  readonly user_quota: Quota
  readonly bucket_quota: Quota
  readonly caps: ReadonlyArray<Cap>
  readonly access_keys: ReadonlyArray<string>
  readonly usage: QuotaUsage
}

export interface UserChanges {
  readonly display_name?: string
  readonly email?: string | null
  readonly max_buckets?: number | null
  readonly op_mask?: ReadonlyArray<OperationType>
  /** Null changes nothing (A22). */
  readonly default_placement?: string | null
  readonly suspended?: boolean
}

type Change<A = void, E = never> = Effect.Effect<A, E | NotFound | GatewayFailure, GatewayIntent>

export class GatewayUserSettings extends Context.Service<
  GatewayUserSettings,
  {
    readonly settings: (target: AdminTarget, uid: string) => Effect.Effect<UserSettings, NotFound | GatewayFailure>
    /** RGW also reports limits of missing users: call `settings` first. */
    readonly rateLimit: (target: AdminTarget, uid: string) => Effect.Effect<RateLimitState, GatewayFailure>
    /** Creation dates by access key; none without the capability `metadata=read`. */
    readonly keyDates: (
      target: AdminTarget,
      uid: string
    ) => Effect.Effect<ReadonlyMap<string, DateTime.Utc>, GatewayFailure>
    readonly change: (target: AdminTarget, uid: string, changes: UserChanges) => Change<void, Conflict | InvalidInput>
    readonly setQuota: (target: AdminTarget, uid: string, type: UserQuotaType, quota: Quota) => Change
    readonly changeCaps: (
      target: AdminTarget,
      uid: string,
      change: "add" | "remove",
      caps: ReadonlyArray<Cap>
    ) => Change<void, InvalidInput>
    readonly setRateLimit: (target: AdminTarget, uid: string, limit: RateLimit) => Change<void, Conflict>
    readonly delete: (target: AdminTarget, uid: string) => Change<void, Conflict>
  }
>()("stowage/services/gateways/endpoints/GatewayUserSettings") {}
