import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"

export interface ListedVersion {
  readonly key: string
  readonly versionId: string
  readonly bytes: number
  readonly isMarker: boolean
}

export interface VersionPosition {
  readonly key: string
  readonly versionId: string
}

export interface PendingUpload {
  readonly key: string
  readonly uploadId: string
}

export interface ContentsSettings {
  readonly versioning: "off" | "enabled" | "suspended" | null
  readonly objectLock: boolean | null
  readonly lifecycle: boolean | null
  readonly replication: boolean | null
}

export class BucketContents extends Context.Service<
  BucketContents,
  {
    /** At most 1,000 versions and delete markers in key order; `next` null at the end. */
    readonly versions: (
      target: S3Target,
      bucket: string,
      after: VersionPosition | null
    ) => Effect.Effect<
      { readonly versions: ReadonlyArray<ListedVersion>; readonly next: VersionPosition | null },
      NotFound | GatewayFailure
    >
    /** At most 1,000, permanently. Returns the rest with the gateway's code; missing ones count as deleted. */
    readonly removeVersions: (
      target: S3Target,
      bucket: string,
      versions: ReadonlyArray<ListedVersion>
    ) => Effect.Effect<
      ReadonlyArray<{ readonly version: ListedVersion; readonly code: string }>,
      NotFound | GatewayFailure
    >
    /** Cheap request for latency measurement; a missing object is a success. */
    readonly answers: (target: S3Target, bucket: string) => Effect.Effect<void, GatewayFailure>
    readonly lockOf: (
      target: S3Target,
      bucket: string,
      version: ListedVersion
    ) => Effect.Effect<{ readonly mode: string | null; readonly until: string | null; readonly hold: boolean } | null>
    readonly uploads: (
      target: S3Target,
      bucket: string
    ) => Effect.Effect<ReadonlyArray<PendingUpload>, NotFound | GatewayFailure>
    readonly abort: (target: S3Target, bucket: string, upload: PendingUpload) => Effect.Effect<void, GatewayFailure>
    readonly settings: (target: S3Target, bucket: string) => Effect.Effect<ContentsSettings, NotFound | GatewayFailure>
  }
>()("stowage/services/buckets/emptying/BucketContents") {}
