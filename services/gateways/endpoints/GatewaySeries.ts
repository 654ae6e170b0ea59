import { Context, type Effect, type Result } from "effect"
import type { BucketStatistics } from "#domain/buckets/BucketListing.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound, StorageError } from "#domain/platform/errors/Errors.ts"
import type { UserSettings } from "./GatewayUserSettings.ts"

/** Reads many entities of a gateway, several at a time. */
export class GatewaySeries extends Context.Service<
  GatewaySeries,
  {
    /** Delivers settings in no order; a silent gateway ends it. */
    readonly users: (
      target: AdminTarget,
      uids: ReadonlyArray<string>,
      deliver: (uid: string, read: Result.Result<UserSettings, NotFound | StorageError>) => void
    ) => Effect.Effect<void, GatewayFailure>
    /** Buckets by their full names, in order; a missing one is null. A failure is of one bucket. */
    readonly buckets: (
      target: AdminTarget,
      names: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<Result.Result<BucketStatistics | null, GatewayFailure>>>
  }
>()("stowage/services/gateways/endpoints/GatewaySeries") {}
