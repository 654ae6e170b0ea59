import { Context, type DateTime, type Effect, type Option, type Redacted, type Stream } from "effect"
import type { OwnerActivity } from "#domain/accounts/OwnerActivity.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget, BucketOwner } from "#domain/gateways/endpoints/Targets.ts"
import type { TrafficEntry } from "#domain/usage/TrafficEntry.ts"
import type { BucketStatistics } from "#domain/buckets/BucketListing.ts"
import type { BucketQuota } from "#domain/buckets/features/quota.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

export interface GatewayKey {
  readonly access_key: string
  readonly secret_key: Redacted.Redacted
}

export interface UsageLogRequest {
  readonly since: DateTime.Utc
  readonly until?: DateTime.Utc
  readonly owner?: string
}

/** layers/rgw alone knows parameters and quirks. Methods fail with a typed gateway failure within their timeout. */
export class Rgw extends Context.Service<
  Rgw,
  {
    readonly info: (target: AdminTarget) => Effect.Effect<{ readonly cluster_id: string }, GatewayFailure>
    /** Names only, about 25 µs per bucket; for all owners as `tenant/name` inside a tenant. */
    readonly bucketNames: (
      target: AdminTarget,
      owner: BucketOwner
    ) => Effect.Effect<ReadonlyArray<string>, GatewayFailure>
    /** Unordered. Failing owners are omitted unless all fail. Until `gentlyUntil` completes, reads one at a time. */
    readonly bucketStatistics: (
      target: AdminTarget,
      owner: BucketOwner,
      names: ReadonlyArray<string>,
      options?: { readonly gentlyUntil?: Effect.Effect<void> | undefined }
    ) => Stream.Stream<ReadonlyArray<BucketStatistics>, GatewayFailure>
    /** Usage log by hour, bucket and operation; empty for an unknown owner or without a log. */
    readonly usageLog: (
      target: AdminTarget,
      wanted: UsageLogRequest
    ) => Effect.Effect<ReadonlyArray<TrafficEntry>, GatewayFailure>
    readonly lastActivity: (target: AdminTarget, uid: string) => Effect.Effect<OwnerActivity, GatewayFailure>
    readonly bucket: (
      target: AdminTarget,
      name: string
    ) => Effect.Effect<Option.Option<BucketStatistics>, GatewayFailure>
    readonly bucketQuota: (
      target: AdminTarget,
      bucket: { readonly tenant: string; readonly name: string }
    ) => Effect.Effect<Option.Option<BucketQuota | null>, GatewayFailure>
    readonly setBucketQuota: (
      target: AdminTarget,
      bucket: { readonly tenant: string; readonly name: string },
      uid: string,
      quota: BucketQuota | null
    ) => Effect.Effect<void, NotFound | GatewayFailure, GatewayIntent>
  }
>()("stowage/services/gateways/endpoints/Rgw") {}
