import { Context, type Effect } from "effect"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"

export class OwnerUsage extends Context.Service<
  OwnerUsage,
  {
    /** Null when a bucket has no figures. */
    readonly read: (
      target: AdminTarget,
      uid: string
    ) => Effect.Effect<{ readonly bytes: number; readonly objects: number } | null, GatewayFailure>
  }
>()("stowage/services/gateways/endpoints/OwnerUsage") {}
