import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

/** RGW only: it merges and deletes notifications by id (N3); other gateways would replace the list. */
export class MarkerNotifications extends Context.Service<
  MarkerNotifications,
  {
    readonly add: (
      target: S3Target,
      bucket: string,
      id: string,
      topic: string,
      prefix: string
    ) => Effect.Effect<void, NotFound | GatewayFailure, GatewayIntent>
    /** Idempotent, also for a deleted bucket. */
    readonly remove: (
      target: S3Target,
      bucket: string,
      id: string
    ) => Effect.Effect<void, GatewayFailure, GatewayIntent>
  }
>()("stowage/services/iam/topics/MarkerNotifications") {}
