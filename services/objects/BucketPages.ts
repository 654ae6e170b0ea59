import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { PendingUploadPage } from "#domain/objects/PendingUploads.ts"
import type { VersionPage } from "#domain/objects/VersionListing.ts"

export interface VersionsRequest {
  readonly prefix: string
  readonly delimiter: string
  readonly after: { readonly key: string; readonly versionId: string } | null
  readonly maxKeys: number
}

export interface UploadsRequest {
  readonly prefix: string
  readonly after: { readonly key: string; readonly uploadId: string } | null
  readonly maxUploads: number
}

export class BucketPages extends Context.Service<
  BucketPages,
  {
    readonly versions: (
      target: S3Target,
      bucket: string,
      wanted: VersionsRequest
    ) => Effect.Effect<VersionPage, NotFound | GatewayFailure>
    readonly uploads: (
      target: S3Target,
      bucket: string,
      wanted: UploadsRequest
    ) => Effect.Effect<PendingUploadPage, NotFound | GatewayFailure>
    readonly abort: (
      target: S3Target,
      bucket: string,
      key: string,
      uploadId: string
    ) => Effect.Effect<void, GatewayFailure>
  }
>()("stowage/services/objects/BucketPages") {}
