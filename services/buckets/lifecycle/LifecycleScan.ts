import { Context, type Effect } from "effect"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { StoredVersion } from "#domain/buckets/lifecycle/lifecycleOutcome.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"

/** Versions in the order of the listing: those of a key stand together, newest first. A key may go on in the next page. */
export interface VersionPage<Position> {
  readonly versions: ReadonlyArray<StoredVersion & { readonly key: string }>
  /** Null at the end. */
  readonly next: Position | null
}

/** An upload that nobody finished. */
export interface BegunUpload {
  readonly key: string
  /** Milliseconds. */
  readonly begunAt: number
}

type Failure = NotFound | GatewayFailure

/** What lifecycle rules look at, a page at a time. Implemented by layers/s3. A bucket that is gone is NotFound. */
export class LifecycleScan extends Context.Service<LifecycleScan, {
  /** Null: the key may not see it. */
  readonly versioning: (target: S3Target, bucket: string) => Effect.Effect<"off" | "enabled" | "suspended" | null, Failure>
  /** Objects of a bucket that never had versions: cheaper than asking for versions. */
  readonly objects: (target: S3Target, bucket: string, prefix: string, after: string | null) => Effect.Effect<VersionPage<string>, Failure>
  readonly versions: (
    target: S3Target, bucket: string, prefix: string, after: { readonly key: string; readonly versionId: string } | null
  ) => Effect.Effect<VersionPage<{ readonly key: string; readonly versionId: string }>, Failure>
  readonly uploads: (
    target: S3Target, bucket: string, prefix: string, after: { readonly key: string; readonly uploadId: string } | null
  ) => Effect.Effect<{ readonly uploads: ReadonlyArray<BegunUpload>; readonly next: { readonly key: string; readonly uploadId: string } | null }, Failure>
  /** Of one version; a version that is gone has none. */
  readonly tags: (target: S3Target, bucket: string, key: string, versionId: string) =>
    Effect.Effect<ReadonlyArray<{ readonly key: string; readonly value: string }>, Failure>
}>()("stowage/services/buckets/lifecycle/LifecycleScan") {}
