import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { PendingUploadPage } from "#domain/objects/PendingUploads.ts"
import type { VersionPage } from "#domain/objects/VersionListing.ts"

/** Which versions. */
export interface VersionsWanted {
  readonly prefix: string
  readonly delimiter: string
  /** Null begins at the start. */
  readonly after: { readonly key: string; readonly versionId: string } | null
  /** 1 to 1,000. */
  readonly maxKeys: number
}

/** Which uploads. */
export interface UploadsWanted {
  readonly prefix: string
  readonly after: { readonly key: string; readonly uploadId: string } | null
  readonly maxUploads: number
}

/** What a bucket holds beside its current objects, a page at a time. Implemented by layers/s3. A bucket that is gone is NotFound. */
export class BucketPages extends Context.Service<BucketPages, {
  readonly versions: (target: S3Target, bucket: string, wanted: VersionsWanted) => Effect.Effect<VersionPage, NotFound | GatewayFailure>
  readonly uploads: (target: S3Target, bucket: string, wanted: UploadsWanted) => Effect.Effect<PendingUploadPage, NotFound | GatewayFailure>
  /** Ends an upload and frees its parts; one that is gone already is fine. */
  readonly abort: (target: S3Target, bucket: string, key: string, uploadId: string) => Effect.Effect<void, GatewayFailure>
}>()("stowage/services/objects/BucketPages") {}
