import { Context, type Effect, type Stream } from "effect"
import type { GatewayFailure, InvalidInput, NotFound, RangeNotSatisfiable } from "#domain/platform/errors/Errors.ts"
import type { KeyOutcome, ObjectFacts, ObjectPage } from "#domain/objects/ObjectListing.ts"
import type { CopiedAttributes } from "#domain/objects/uploadAttributes.ts"
import type { CorsRule } from "#domain/objects/Upload.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { CustomerKey } from "./ObjectDetailStore.ts"

export interface OpenObject {
  readonly facts: ObjectFacts
  readonly size_bytes: number
  readonly content_range: string | null
  readonly body: Stream.Stream<Uint8Array, GatewayFailure>
}

export interface ObjectContent {
  readonly bytes: Uint8Array
  readonly modified_at: string | null
}

export interface ObjectSight {
  readonly versionId?: string | null
  /** StorageError 412 for another ETag. */
  readonly ifMatch?: string | null
  /** SSE-C key; a wrong or missing one fails as in `customerKeyFault`. */
  readonly customerKey?: CustomerKey
}

export interface SizedBody {
  readonly size_bytes: number
  readonly content_type: string
  readonly bytes: Stream.Stream<Uint8Array, unknown>
  /** Base64 CRC-32; a mismatch is StorageError BadDigest (400). */
  readonly checksum?: string | null
  readonly attributes?: CopiedAttributes
  readonly customerKey?: CustomerKey
}

/** Null deletes the current version, by a delete marker in versioned buckets. */
export interface KeyEntry {
  readonly key: string
  readonly versionId: string | null
}

export interface RemovalOptions {
  readonly bypassGovernance?: boolean
  /** Yields to other requests. */
  readonly background?: boolean
}

export interface RemovedKey extends KeyOutcome {
  readonly marker?: string
}

export class ObjectStore extends Context.Service<
  ObjectStore,
  {
    readonly list: (
      target: S3Target,
      bucket: string,
      query: {
        readonly prefix: string
        readonly delimiter: string
        /** "" at the start. A continuation token takes precedence. */
        readonly startAfter?: string
        readonly continuationToken: string | null
        readonly maxKeys: number
      }
    ) => Effect.Effect<ObjectPage, NotFound | GatewayFailure>
    readonly facts: (
      target: S3Target,
      bucket: string,
      key: string,
      sight?: ObjectSight
    ) => Effect.Effect<ObjectFacts, NotFound | GatewayFailure>
    /** `range` as in the HTTP header, e.g. `bytes=0-99`. */
    readonly open: (
      target: S3Target,
      bucket: string,
      key: string,
      range: string | null,
      sight?: ObjectSight
    ) => Effect.Effect<OpenObject, NotFound | RangeNotSatisfiable | GatewayFailure>
    /** One outcome each, in order. Null when larger than `most` bytes or unreadable: use `open`. */
    readonly readSmall: (
      target: S3Target,
      bucket: string,
      keys: ReadonlyArray<string>,
      maxBytes: number
    ) => Effect.Effect<ReadonlyArray<ObjectContent | null>>
    /** Returns the ETag. A body of another size writes nothing. */
    readonly put: (
      target: S3Target,
      bucket: string,
      key: string,
      body: SizedBody
    ) => Effect.Effect<string, InvalidInput | NotFound | GatewayFailure>
    /** At most 1,000 entries; independent outcomes in order. */
    readonly removeMany: (
      target: S3Target,
      bucket: string,
      entries: ReadonlyArray<string | KeyEntry>,
      options?: RemovalOptions
    ) => Effect.Effect<ReadonlyArray<RemovedKey>, NotFound | GatewayFailure>
    readonly corsRules: (
      target: S3Target,
      bucket: string
    ) => Effect.Effect<ReadonlyArray<CorsRule>, NotFound | GatewayFailure>
    readonly downloadUrl: (
      target: S3Target,
      bucket: string,
      key: string,
      seconds: number,
      sight?: ObjectSight
    ) => Effect.Effect<string, GatewayFailure>
  }
>()("stowage/services/objects/ObjectStore") {}
