import { Context, type DateTime, type Effect, type Option, type Redacted, type Stream } from "effect"
import type { OwnerActivity } from "#domain/accounts/OwnerActivity.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget, BucketOwner } from "#domain/gateways/endpoints/Targets.ts"
import type { TrafficEntry } from "#domain/usage/TrafficEntry.ts"
import type { BucketStatistics } from "#domain/buckets/BucketListing.ts"
import type { BucketQuota } from "#domain/buckets/features/quota.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

/** A key pair of the gateway; the secret never leaves as text. */
export interface GatewayKey {
  readonly access_key: string
  readonly secret_key: Redacted.Redacted
}

/** Which part of a usage log. */
export interface UsageLogWanted {
  readonly since: DateTime.Utc
  /** Not included; absent: till now. */
  readonly until?: DateTime.Utc
  /** Whom the gateway counts to: an account's id, or a uid outside accounts; absent: everybody. */
  readonly owner?: string
}

/**
 * A Ceph cluster and its buckets by the Admin Ops API, in our words; its accounts and users are `GatewayAccounts` and
 * `GatewayUsers`. Implemented by layers/rgw, which alone knows parameters and quirks. Every method of the three fails with a
 * typed gateway failure within its timeout; nothing hangs.
 */
export class Rgw extends Context.Service<Rgw, {
  /** The cluster id behind the gateway; proves that the key has admin capabilities. */
  readonly info: (target: AdminTarget) => Effect.Effect<{ readonly cluster_id: string }, GatewayFailure>
  /** Names only: cheap (about 25 µs a bucket). Of every owner they are told as `tenant/name` inside a tenant. */
  readonly bucketNames: (target: AdminTarget, owner: BucketOwner) => Effect.Effect<ReadonlyArray<string>, GatewayFailure>
  /**
   * Buckets with statistics, in chunks as soon as known and in no order, several calls at a time at the pace that the gateway
   * keeps. `names`: what `bucketNames` answered; others that have come since are told too. Of every owner: what one fails to
   * tell is left out; it fails when none tells anything. `gentlyUntil`: nobody waits until this comes; all such readings of an
   * endpoint together ask one thing at a time, with rests, and afterwards a few at a time.
   */
  readonly bucketStatistics: (
    target: AdminTarget, owner: BucketOwner, names: ReadonlyArray<string>, options?: { readonly gentlyUntil?: Effect.Effect<void> | undefined }
  ) => Stream.Stream<ReadonlyArray<BucketStatistics>, GatewayFailure>
  /** The usage log by hour, bucket and operation; empty where the gateway keeps none, and of an unknown owner. */
  readonly usageLog: (target: AdminTarget, wanted: UsageLogWanted) => Effect.Effect<ReadonlyArray<TrafficEntry>, GatewayFailure>
  /** When an RGW user was last active, by whatever key, as the usage log tells it. */
  readonly lastActivity: (target: AdminTarget, uid: string) => Effect.Effect<OwnerActivity, GatewayFailure>
  /** One bucket, or none when the gateway has no such bucket. */
  readonly bucket: (target: AdminTarget, name: string) => Effect.Effect<Option.Option<BucketStatistics>, GatewayFailure>
  /** A bucket's own quota (null: none is set), or none when there is no such bucket. */
  readonly bucketQuota: (
    target: AdminTarget, bucket: { readonly tenant: string; readonly name: string }
  ) => Effect.Effect<Option.Option<BucketQuota | null>, GatewayFailure>
  /** `uid`: the owner's. Null: no quota. */
  readonly setBucketQuota: (
    target: AdminTarget, bucket: { readonly tenant: string; readonly name: string }, uid: string, quota: BucketQuota | null
  ) => Effect.Effect<void, NotFound | GatewayFailure, GatewayIntent>
}>()("stowage/services/gateways/endpoints/Rgw") {}
