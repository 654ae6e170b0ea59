import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"

/** One version of an object, or a delete marker. */
export interface ListedVersion {
  readonly key: string
  /** `null` of an object without versions. */
  readonly versionId: string
  /** 0 of a delete marker. */
  readonly bytes: number
  readonly isMarker: boolean
}

/** Where a page of versions ended. */
export interface VersionPosition {
  readonly key: string
  readonly versionId: string
}

export interface PendingUpload {
  readonly key: string
  readonly uploadId: string
}

/** What a gateway says of a bucket that matters to who empties it; null: it does not tell. */
export interface ContentsSettings {
  readonly versioning: "off" | "enabled" | "suspended" | null
  readonly objectLock: boolean | null
  readonly lifecycle: boolean | null
  readonly replication: boolean | null
}

/** Everything that keeps a bucket from being deleted, as the key's owner. Implemented by layers/s3. A bucket that is gone is NotFound. */
export class BucketContents extends Context.Service<BucketContents, {
  /** At most 1,000 versions and delete markers in the order of their keys; `next` null at the end. */
  readonly versions: (target: S3Target, bucket: string, after: VersionPosition | null) =>
    Effect.Effect<{ readonly versions: ReadonlyArray<ListedVersion>; readonly next: VersionPosition | null }, NotFound | GatewayFailure>
  /** Removes at most 1,000 of them for good. Answers those that stay, with the gateway's code; what was gone already counts as removed. */
  readonly removeVersions: (target: S3Target, bucket: string, versions: ReadonlyArray<ListedVersion>) =>
    Effect.Effect<ReadonlyArray<{ readonly version: ListedVersion; readonly code: string }>, NotFound | GatewayFailure>
  /** Any answer to a question that costs the gateway one look at its store, as the requests of others do: that it has no such object is one. */
  readonly answers: (target: S3Target, bucket: string) => Effect.Effect<void, GatewayFailure>
  /** What object lock says of a version; null where it says nothing, or cannot be asked. */
  readonly lockOf: (target: S3Target, bucket: string, version: ListedVersion) =>
    Effect.Effect<{ readonly mode: string | null; readonly until: string | null; readonly hold: boolean } | null>
  /** At most 1,000 unfinished uploads, the first ones. */
  readonly uploads: (target: S3Target, bucket: string) => Effect.Effect<ReadonlyArray<PendingUpload>, NotFound | GatewayFailure>
  /** Aborting twice is fine. */
  readonly abort: (target: S3Target, bucket: string, upload: PendingUpload) => Effect.Effect<void, GatewayFailure>
  readonly settings: (target: S3Target, bucket: string) => Effect.Effect<ContentsSettings, NotFound | GatewayFailure>
}>()("stowage/services/buckets/emptying/BucketContents") {}
