import { Context, type Effect, type Option } from "effect"
import type { Conflict, GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { BucketStatistics } from "#domain/buckets/BucketListing.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

export class BucketGateway extends Context.Service<
  BucketGateway,
  {
    readonly list: (
      target: S3Target
    ) => Effect.Effect<ReadonlyArray<{ readonly name: string; readonly created_at: string | null }>, GatewayFailure>
    readonly statistics: (
      target: S3Target,
      name: string
    ) => Effect.Effect<Option.Option<BucketStatistics>, GatewayFailure>
    readonly exists: (target: S3Target, name: string) => Effect.Effect<boolean, GatewayFailure>
    /** RGW answers 200 when the owner creates an existing bucket: check `exists` first. */
    readonly create: (
      target: S3Target,
      name: string,
      options: { readonly objectLock: boolean }
    ) => Effect.Effect<void, Conflict | GatewayFailure, GatewayIntent>
    readonly remove: (
      target: S3Target,
      name: string
    ) => Effect.Effect<void, NotFound | Conflict | GatewayFailure, GatewayIntent>
  }
>()("stowage/services/buckets/BucketGateway") {}
