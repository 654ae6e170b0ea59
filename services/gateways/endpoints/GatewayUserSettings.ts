import { Context, type DateTime, type Effect } from "effect"
import type { Cap, Quota, RateLimit, RateLimitState, UserQuotaType } from "#domain/accounts/GatewaySettings.ts"
import type { QuotaUsage } from "#domain/accounts/QuotaUsage.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { Conflict, GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

/** What a gateway keeps of an RGW user. null is unlimited, 0 nothing. */
export interface UserSettings {
  readonly uid: string
  readonly display_name: string
  readonly email: string | null
  readonly account_id: string | null
  readonly suspended: boolean
  readonly max_buckets: number | null
  readonly user_quota: Quota
  readonly bucket_quota: Quota
  /** By type. */
  readonly caps: ReadonlyArray<Cap>
  /** All of them, switched off or not. */
  readonly access_keys: ReadonlyArray<string>
  /** Of all its buckets together. */
  readonly usage: QuotaUsage
}

/** What is left out stays. */
export interface UserChanges {
  readonly display_name?: string
  readonly email?: string | null
  readonly max_buckets?: number | null
  readonly suspended?: boolean
}

type Change<A = void, E = never> = Effect.Effect<A, E | NotFound | GatewayFailure, GatewayIntent>

/** Quotas, capabilities, limits and suspension of the users of a Ceph RGW; users themselves are `GatewayUsers`. One call each. */
export class GatewayUserSettings extends Context.Service<GatewayUserSettings, {
  readonly settings: (target: AdminTarget, uid: string) => Effect.Effect<UserSettings, NotFound | GatewayFailure>
  /** Of a user that is not there the gateway tells limits, too: ask for `settings` first. */
  readonly rateLimit: (target: AdminTarget, uid: string) => Effect.Effect<RateLimitState, GatewayFailure>
  /** When its keys were made, by access key; none where the technical key may not read that (`metadata=read`), or the gateway does not say. */
  readonly keyDates: (target: AdminTarget, uid: string) => Effect.Effect<ReadonlyMap<string, DateTime.Utc>, GatewayFailure>
  readonly change: (target: AdminTarget, uid: string, changes: UserChanges) => Change<void, Conflict>
  readonly setQuota: (target: AdminTarget, uid: string, type: UserQuotaType, quota: Quota) => Change
  /** A type that the gateway does not know is refused, and nothing is changed. */
  readonly changeCaps: (target: AdminTarget, uid: string, way: "add" | "remove", caps: ReadonlyArray<Cap>) => Change<void, InvalidInput>
  /** `state_conflict` where the gateway knows no rate limits. */
  readonly setRateLimit: (target: AdminTarget, uid: string, limit: RateLimit) => Change<void, Conflict>
  /** `bucket_not_empty` while it owns buckets; one that is gone is not found. */
  readonly delete: (target: AdminTarget, uid: string) => Change<void, Conflict>
}>()("stowage/services/gateways/endpoints/GatewayUserSettings") {}
