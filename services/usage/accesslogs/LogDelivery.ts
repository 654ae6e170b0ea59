import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"

export class LogDelivery extends Context.Service<
  LogDelivery,
  {
    /** NotFound: bucket or log bucket is missing. The flush itself is logged in the next object. */
    readonly flush: (target: S3Target, bucket: string) => Effect.Effect<void, NotFound | GatewayFailure>
  }
>()("stowage/services/usage/accesslogs/LogDelivery") {}
