import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { Conflict, GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { ObjectLock } from "#domain/objects/ObjectDetails.ts"
import type { ObjectRef } from "./ObjectDetailStore.ts"

/** The newest entry of a key. */
export interface NewestVersion {
  readonly versionId: string
  readonly isMarker: boolean
}

/** Versions of single objects through the S3 API. Implemented by layers/s3. */
export class VersionStore extends Context.Service<VersionStore, {
  /** What stands on top of a key, a delete marker too; null where there is nothing of it. */
  readonly newest: (target: S3Target, bucket: string, key: string) => Effect.Effect<NewestVersion | null, NotFound | GatewayFailure>
  /** Deletes one version or delete marker for good; one that is gone already is fine. */
  readonly remove: (target: S3Target, ref: ObjectRef & { readonly versionId: string }, bypassGovernance: boolean) => Effect.Effect<void, NotFound | GatewayFailure>
  /** Puts a delete marker on top of a key; answers its version, or null where the gateway does not tell it. Only for buckets that keep versions: elsewhere it deletes. */
  readonly hide: (target: S3Target, bucket: string, key: string) => Effect.Effect<string | null, NotFound | GatewayFailure>
  /** What is left out stays. A refusal by an older lock is Conflict `state_conflict`. */
  readonly protect: (target: S3Target, ref: ObjectRef, change: {
    readonly legalHold?: boolean
    readonly retention?: { readonly mode: NonNullable<ObjectLock["mode"]>; readonly until: string; readonly bypassGovernance: boolean }
  }) => Effect.Effect<void, Conflict | NotFound | GatewayFailure>
}>()("stowage/services/objects/VersionStore") {}
