import { Context, type Effect } from "effect"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"

export interface MetadataBucket {
  readonly tenant: string
  readonly name: string
  readonly bucket_id: string
}

/** The cluster's technical key reads it without a key of the owner. */
export class BucketMetadata extends Context.Service<
  BucketMetadata,
  {
    /** Null: not set. Omits features that are not in the metadata or cannot be decoded. */
    readonly features: (
      target: AdminTarget,
      bucket: MetadataBucket
    ) => Effect.Effect<ReadonlyMap<FeatureName, unknown>, NotFound | GatewayFailure>
  }
>()("stowage/services/buckets/workbench/BucketMetadata") {}
