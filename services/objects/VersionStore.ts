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
    readonly remove: (
      target: S3Target,
      ref: ObjectRef & { readonly versionId: string },
      bypassGovernance: boolean
    ) => Effect.Effect<void, NotFound | GatewayFailure>
    /** Returns the delete marker's version, if reported. In unversioned buckets it would delete. */
    readonly hide: (
      target: S3Target,
      bucket: string,
      key: string
    ) => Effect.Effect<string | null, NotFound | GatewayFailure>
    /** Absent fields stay. Conflict `state_conflict` when an existing lock forbids it. */
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
