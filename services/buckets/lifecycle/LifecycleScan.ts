import { Context, type Effect } from "effect"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { StoredVersion } from "#domain/buckets/lifecycle/lifecycleOutcome.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"

/** In listing order, newest first per key. A key may span pages. */
export interface VersionPage<Position> {
  readonly versions: ReadonlyArray<StoredVersion & { readonly key: string }>
  readonly next: Position | null
}

export interface UnfinishedUpload {
  readonly key: string
  readonly begunAt: number
}

type Failure = NotFound | GatewayFailure

export class LifecycleScan extends Context.Service<
  LifecycleScan,
  {
    readonly versioning: (
      target: S3Target,
      bucket: string
    ) => Effect.Effect<"off" | "enabled" | "suspended" | null, Failure>
    /** For buckets that never had versions; cheaper than listing versions. */
    readonly objects: (
      target: S3Target,
      bucket: string,
      prefix: string,
      after: string | null
    ) => Effect.Effect<VersionPage<string>, Failure>
    readonly versions: (
      target: S3Target,
      bucket: string,
      prefix: string,
      after: { readonly key: string; readonly versionId: string } | null
    ) => Effect.Effect<VersionPage<{ readonly key: string; readonly versionId: string }>, Failure>
    readonly uploads: (
      target: S3Target,
      bucket: string,
      prefix: string,
      after: { readonly key: string; readonly uploadId: string } | null
    ) => Effect.Effect<
      {
        readonly uploads: ReadonlyArray<UnfinishedUpload>
        readonly next: { readonly key: string; readonly uploadId: string } | null
      },
      Failure
    >
    readonly tags: (
      target: S3Target,
      bucket: string,
      key: string,
      versionId: string
    ) => Effect.Effect<ReadonlyArray<{ readonly key: string; readonly value: string }>, Failure>
  }
>()("stowage/services/buckets/lifecycle/LifecycleScan") {}
