import { Context, type Effect } from "effect"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"

/** Usage of owners of buckets, for runs over all of them: one call each, of which only the figures are decoded. */
export class OwnerUsage extends Context.Service<
  OwnerUsage,
  {
    /** Sums usage of the buckets of a user, or of its account; null when a bucket has no figures. */
    readonly read: (
      target: AdminTarget,
      uid: string
    ) => Effect.Effect<{ readonly bytes: number; readonly objects: number } | null, GatewayFailure>
  }
>()("stowage/services/gateways/endpoints/OwnerUsage") {}
