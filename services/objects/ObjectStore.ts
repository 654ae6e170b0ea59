import { Context, type Effect, type Stream } from "effect"
import type { GatewayFailure, InvalidInput, NotFound, RangeNotSatisfiable } from "#domain/platform/errors/Errors.ts"
import type { KeyOutcome, ObjectFacts, ObjectPage } from "#domain/objects/ObjectListing.ts"
import type { CopiedAttributes } from "#domain/objects/uploadAttributes.ts"
import type { CorsRule } from "#domain/objects/Upload.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { CustomerKey } from "./ObjectDetailStore.ts"

/** An object being read. */
export interface OpenObject {
  readonly facts: ObjectFacts
  /** Bytes that `body` will give; the range's when one was asked for. */
  readonly size_bytes: number
  /** `bytes 0-9/100` when a range was served. */
  readonly content_range: string | null
  readonly body: Stream.Stream<Uint8Array, GatewayFailure>
}

/** A small object that was read whole. */
export interface WholeObject {
  readonly bytes: Uint8Array
  readonly modified_at: string | null
}

/** Which state of an object is meant, where it is not simply the current one. */
export interface ObjectSight {
  /** One version of it. */
  readonly versionId?: string | null
  /** Only as long as it has this ETag: another one is a StorageError of status 412. */
  readonly ifMatch?: string | null
  /** Of an object that its owner has encrypted (SSE-C). Without it, or with another, it fails as `customerKeyFault` tells. */
  readonly customerKey?: CustomerKey
}

/** A body with its size: S3 wants to know it first. */
export interface SizedBody {
  readonly size_bytes: number
  readonly content_type: string
  readonly bytes: Stream.Stream<Uint8Array, unknown>
  /** Base64 CRC-32: another one is refused by the gateway (StorageError BadDigest, status 400). */
  readonly checksum?: string | null
  readonly attributes?: CopiedAttributes
  /** Encrypted with this key, which the gateway forgets (SSE-C). */
  readonly customerKey?: CustomerKey
}

/** An object, or one of its versions; null: the current one, over which a delete marker is laid where the bucket keeps versions. */
export interface NamedEntry {
  readonly key: string
  readonly versionId: string | null
}

export interface RemovalOptions {
  /** Versions under a retention of the mode governance go as well, where the credentials may. */
  readonly bypassGovernance?: boolean
  /** One of many such batches: it keeps nobody from what they do meanwhile. */
  readonly background?: boolean
}

/** What became of an entry; `marker`: the version of the delete marker that was laid over it. */
export interface Removed extends KeyOutcome {
  readonly marker?: string
}

/** Objects through the S3 API of a gateway. Implemented by layers/s3. Missing buckets, keys and uploads are NotFound. */
export class ObjectStore extends Context.Service<ObjectStore, {
  readonly list: (target: S3Target, bucket: string, query: {
    readonly prefix: string
    readonly delimiter: string
    /** Begins behind this key; "" at the start. A continuation token goes before it. */
    readonly startAfter?: string
    readonly continuationToken: string | null
    readonly maxKeys: number
  }) => Effect.Effect<ObjectPage, NotFound | GatewayFailure>
  readonly facts: (target: S3Target, bucket: string, key: string, sight?: ObjectSight) => Effect.Effect<ObjectFacts, NotFound | GatewayFailure>
  /** `range` as in the HTTP header, e.g. `bytes=0-99`. */
  readonly open: (target: S3Target, bucket: string, key: string, range: string | null, sight?: ObjectSight) => Effect.Effect<OpenObject, NotFound | RangeNotSatisfiable | GatewayFailure>
  /**
   * Reads many small objects whole, several at once, at hardly more than the cost of their bytes. Null: it has more than `most` bytes, or was
   * not read this way, for whatever reason; `open` tells. One outcome each, in their order.
   */
  readonly readSmall: (target: S3Target, bucket: string, keys: ReadonlyArray<string>, most: number) => Effect.Effect<ReadonlyArray<WholeObject | null>>
  /** Writes an object in one piece. A body that breaks off or has another size writes nothing. Answers the ETag. */
  readonly put: (target: S3Target, bucket: string, key: string, body: SizedBody) => Effect.Effect<string, InvalidInput | NotFound | GatewayFailure>
  /** At most 1,000 keys or versions in one strict batch; one outcome each, in their order. What is locked spoils nothing else. */
  readonly removeMany: (target: S3Target, bucket: string, entries: ReadonlyArray<string | NamedEntry>, options?: RemovalOptions) =>
    Effect.Effect<ReadonlyArray<Removed>, NotFound | GatewayFailure>
  /** None also where they may not be read. */
  readonly corsRules: (target: S3Target, bucket: string) => Effect.Effect<ReadonlyArray<CorsRule>, NotFound | GatewayFailure>
  /** A URL that a browser may fetch for `seconds`, offered as a file. */
  readonly downloadUrl: (target: S3Target, bucket: string, key: string, seconds: number, sight?: ObjectSight) => Effect.Effect<string, GatewayFailure>
}>()("stowage/services/objects/ObjectStore") {}
