import { Context, type Effect, type Redacted, type Result } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { Conflict, GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { CannedAcl } from "#domain/objects/cannedAcl.ts"
import type { CopyOrder } from "#domain/objects/CopyProperties.ts"
import type { ObjectAcl, ObjectHead, ObjectLock, ObjectTag } from "#domain/objects/ObjectDetails.ts"
import type { RewrittenProperties } from "#domain/objects/objectEdit.ts"

export interface ObjectRef {
  readonly bucket: string
  readonly key: string
  readonly versionId: string | null
}

/** SSE-C key, 32 bytes in base64; null for objects without one. */
export type CustomerKey = Redacted.Redacted<string> | null

export interface Copy {
  readonly head: ObjectHead
  readonly fromVersion: boolean
  readonly wanted: RewrittenProperties
  readonly tags: ReadonlyArray<ObjectTag>
  readonly acl: ObjectAcl | null
  readonly lock: ObjectLock
}

export interface CopyFrom extends ObjectRef {
  readonly etag: string | null
  readonly sizeBytes: number
  readonly storageClass: string
}

type Failure = NotFound | GatewayFailure

export type CopyOutcome = Result.Result<string | null, Conflict | InvalidInput | Failure>

export class ObjectDetailStore extends Context.Service<
  ObjectDetailStore,
  {
    /** InvalidInput for a missing or wrong SSE-C key. */
    readonly head: (
      target: S3Target,
      ref: ObjectRef,
      key: CustomerKey
    ) => Effect.Effect<ObjectHead, InvalidInput | Failure>
    readonly tags: (target: S3Target, ref: ObjectRef) => Effect.Effect<ReadonlyArray<ObjectTag>, Failure>
    readonly acl: (target: S3Target, ref: ObjectRef) => Effect.Effect<ObjectAcl, Failure>
    readonly putTags: (target: S3Target, ref: ObjectRef, tags: ReadonlyArray<ObjectTag>) => Effect.Effect<void, Failure>
    readonly putAcl: (target: S3Target, ref: ObjectRef, acl: CannedAcl | ObjectAcl) => Effect.Effect<void, Failure>
    readonly recall: (
      target: S3Target,
      ref: ObjectRef,
      days: number,
      tier: string | null
    ) => Effect.Effect<void, Conflict | Failure>
    /** Copies an object onto itself. Conflict `stale_plan` when the source changed. */
    readonly copy: (
      target: S3Target,
      bucket: string,
      copy: Copy,
      key: CustomerKey
    ) => Effect.Effect<void, Conflict | InvalidInput | Failure>
    /** Same gateway; outcomes in order, no retries. Unconfirmed losses are Conflict `state_conflict`. */
    readonly copyTo: (
      place: CopyOrder & { readonly source: S3Target; readonly target: S3Target; readonly bucket: string },
      copies: ReadonlyArray<{ readonly from: CopyFrom; readonly to: string }>,
      ended?: (index: number, outcome: CopyOutcome) => void
    ) => Effect.Effect<ReadonlyArray<CopyOutcome>>
  }
>()("stowage/services/objects/ObjectDetailStore") {}
