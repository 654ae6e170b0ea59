import { Context, type Effect, type Redacted, type Result } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { Conflict, GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { CannedAcl } from "#domain/objects/cannedAcl.ts"
import type { CopyOrder } from "#domain/objects/CopyProperties.ts"
import type { ObjectAcl, ObjectHead, ObjectLock, ObjectTag } from "#domain/objects/ObjectDetails.ts"
import type { Rewritten } from "#domain/objects/objectEdit.ts"

/** An object, or one of its versions; null means the current one. */
export interface ObjectRef {
  readonly bucket: string
  readonly key: string
  readonly versionId: string | null
}

/** 32 bytes in base64 that their owner keeps (SSE-C); null where an object needs none. */
export type CustomerKey = Redacted.Redacted<string> | null

/** What a copy of an object onto itself begins from, and what it shall say. */
export interface Copy {
  /** Taken from where `head.version_id` says, as long as it has `head.etag`. */
  readonly head: ObjectHead
  readonly fromVersion: boolean
  readonly wanted: Rewritten
  readonly tags: ReadonlyArray<ObjectTag>
  /** Null: the gateway has none. */
  readonly acl: ObjectAcl | null
  readonly lock: ObjectLock
}

/** An object or version that is copied elsewhere, as it was seen: another one by then is Conflict `stale_plan`. */
export interface CopyFrom extends ObjectRef {
  readonly etag: string | null
  readonly sizeBytes: number
  readonly storageClass: string
}

type Failure = NotFound | GatewayFailure

/** The ETag of a copy, or why there is none. */
export type CopyOutcome = Result.Result<string | null, Conflict | InvalidInput | Failure>

/** What is told of single objects through the S3 API, and changed. Implemented by layers/s3. Missing objects are NotFound. */
export class ObjectDetailStore extends Context.Service<ObjectDetailStore, {
  /** An object that needs a customer's key and is asked for without it, or with another, is InvalidInput. */
  readonly head: (target: S3Target, ref: ObjectRef, key: CustomerKey) => Effect.Effect<ObjectHead, InvalidInput | Failure>
  readonly tags: (target: S3Target, ref: ObjectRef) => Effect.Effect<ReadonlyArray<ObjectTag>, Failure>
  readonly acl: (target: S3Target, ref: ObjectRef) => Effect.Effect<ObjectAcl, Failure>
  readonly putTags: (target: S3Target, ref: ObjectRef, tags: ReadonlyArray<ObjectTag>) => Effect.Effect<void, Failure>
  readonly putAcl: (target: S3Target, ref: ObjectRef, acl: CannedAcl | ObjectAcl) => Effect.Effect<void, Failure>
  /** What is not archived is Conflict `state_conflict`. */
  readonly recall: (target: S3Target, ref: ObjectRef, days: number, tier: string | null) => Effect.Effect<void, Conflict | Failure>
  /**
   * Lays a copy of an object over it, by parts above 5 GiB. A source that is another by then is Conflict `stale_plan`, and
   * nothing is written.
   */
  readonly copy: (target: S3Target, bucket: string, copy: Copy, key: CustomerKey) => Effect.Effect<void, Conflict | InvalidInput | Failure>
  /**
   * Copies objects to other places of the same gateway, by parts above 5 GiB, with their headers, metadata, tags and properties;
   * `source` reads what they carry, `target` reads the bytes and writes the copies. An object that would lose what nobody confirmed is Conflict
   * `state_conflict`. One outcome each, in their order; `ended` is told each as it comes. Nothing is tried again.
   */
  readonly copyTo: (
    place: CopyOrder & { readonly source: S3Target; readonly target: S3Target; readonly bucket: string },
    copies: ReadonlyArray<{ readonly from: CopyFrom; readonly to: string }>, ended?: (index: number, outcome: CopyOutcome) => void
  ) => Effect.Effect<ReadonlyArray<CopyOutcome>>
}>()("stowage/services/objects/ObjectDetailStore") {}
