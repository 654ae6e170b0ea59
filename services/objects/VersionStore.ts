import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { Conflict, GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { ObjectLock } from "#domain/objects/ObjectDetails.ts"
import type { ObjectRef } from "./ObjectDetailStore.ts"

export interface NewestVersion {
  readonly versionId: string
  readonly isMarker: boolean
}

export class VersionStore extends Context.Service<
  VersionStore,
  {
    readonly newest: (
      target: S3Target,
      bucket: string,
      key: string
    ) => Effect.Effect<NewestVersion | null, NotFound | GatewayFailure>
    /** Deletes a version or delete marker permanently. Idempotent. */
    readonly remove: (
      target: S3Target,
      ref: ObjectRef & { readonly versionId: string },
      bypassGovernance: boolean
    ) => Effect.Effect<void, NotFound | GatewayFailure>
    /** Adds a delete marker and returns its version, if reported. Versioned buckets only: elsewhere it deletes. */
    readonly hide: (
      target: S3Target,
      bucket: string,
      key: string
    ) => Effect.Effect<string | null, NotFound | GatewayFailure>
    /** Missing fields stay. Conflict `state_conflict` when an existing lock forbids it. */
    readonly protect: (
      target: S3Target,
      ref: ObjectRef,
      change: {
        readonly legalHold?: boolean
        readonly retention?: {
          readonly mode: NonNullable<ObjectLock["mode"]>
          readonly until: string
          readonly bypassGovernance: boolean
        }
      }
    ) => Effect.Effect<void, Conflict | NotFound | GatewayFailure>
  }
>()("stowage/services/objects/VersionStore") {}
