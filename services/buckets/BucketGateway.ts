import { Context, type Effect, type Option } from "effect"
import type { Conflict, GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { BucketStatistics } from "#domain/buckets/BucketListing.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

/** Buckets through the S3 API of a gateway, as the key's owner. Implemented by layers/s3. */
export class BucketGateway extends Context.Service<BucketGateway, {
  /** Names and creation times of every bucket of the owner. */
  readonly list: (target: S3Target) => Effect.Effect<
    ReadonlyArray<{ readonly name: string; readonly created_at: string | null }>, GatewayFailure
  >
  /** Statistics that the S3 API itself gives (Ceph: HEAD ?read-stats); none when there is no such bucket. */
  readonly statistics: (target: S3Target, name: string) => Effect.Effect<Option.Option<BucketStatistics>, GatewayFailure>
  readonly exists: (target: S3Target, name: string) => Effect.Effect<boolean, GatewayFailure>
  /** RGW answers 200 when the owner creates a bucket again: callers check `exists` first. */
  readonly create: (
    target: S3Target, name: string, options: { readonly objectLock: boolean }
  ) => Effect.Effect<void, Conflict | GatewayFailure, GatewayIntent>
  /** `bucket_not_empty` when it holds anything. */
  readonly remove: (target: S3Target, name: string) => Effect.Effect<void, NotFound | Conflict | GatewayFailure, GatewayIntent>
}>()("stowage/services/buckets/BucketGateway") {}
