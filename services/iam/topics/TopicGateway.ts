import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { Topic, TopicWish } from "#domain/iam/topics/Topic.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

/**
 * Topics of an account as its key is told them. Implemented by layers/rgw. A gateway without topics answers 405 (T9), which is a
 * StorageError; what the gateway does not take of a wish is an InvalidInput.
 */
export class TopicGateway extends Context.Service<TopicGateway, {
  /** All pages, folded by ARN. */
  readonly list: (target: S3Target) => Effect.Effect<ReadonlyArray<Topic>, GatewayFailure>
  readonly get: (target: S3Target, arn: string) => Effect.Effect<Topic, NotFound | GatewayFailure>
  /** Replaces one of that name whole (N1): ask first whether it is there. Answers its ARN. */
  readonly create: (target: S3Target, name: string, wish: TopicWish) => Effect.Effect<string, InvalidInput | GatewayFailure, GatewayIntent>
  /** One call an attribute: of a refused one those before it stand. */
  readonly set: (target: S3Target, arn: string, wish: TopicWish) => Effect.Effect<void, InvalidInput | NotFound | GatewayFailure, GatewayIntent>
  /** One that is gone is removed already (N2); notifications that name it stay behind. */
  readonly remove: (target: S3Target, arn: string) => Effect.Effect<void, GatewayFailure, GatewayIntent>
}>()("stowage/services/iam/topics/TopicGateway") {}
