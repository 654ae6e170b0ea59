import { Context, type Effect } from "effect"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"

export interface MetadataBucket {
  readonly tenant: string
  readonly name: string
  readonly bucket_id: string
}

/** Metadata of any bucket of a cluster, which its technical key reads without a key of the owner. */
export class BucketMetadata extends Context.Service<
  BucketMetadata,
  {
    /** Values of features; null: not set. Features that are not in the metadata or cannot be decoded are left out. */
    readonly features: (
      target: AdminTarget,
      bucket: MetadataBucket
    ) => Effect.Effect<ReadonlyMap<FeatureName, unknown>, NotFound | GatewayFailure>
  }
>()("stowage/services/buckets/workbench/BucketMetadata") {}
