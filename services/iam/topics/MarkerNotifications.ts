import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

/**
 * A notification of a bucket beside those that are there: RGW adds what is put by its id, and takes one away by its id (N3). Only
 * there: elsewhere the others would go. Implemented by layers/s3.
 */
export class MarkerNotifications extends Context.Service<MarkerNotifications, {
  /** Tells the topic of objects that are made with keys that begin so. */
  readonly add: (target: S3Target, bucket: string, id: string, topic: string, prefix: string) => Effect.Effect<void, NotFound | GatewayFailure, GatewayIntent>
  /** One that is gone, or whose bucket is gone, is taken away already. */
  readonly remove: (target: S3Target, bucket: string, id: string) => Effect.Effect<void, GatewayFailure, GatewayIntent>
}>()("stowage/services/iam/topics/MarkerNotifications") {}
