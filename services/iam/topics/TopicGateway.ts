import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { Topic, TopicInput } from "#domain/iam/topics/Topic.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

/** Without topics RGW answers 405 (T9), a StorageError; rejected attributes are InvalidInput. */
export class TopicGateway extends Context.Service<
  TopicGateway,
  {
    readonly list: (target: S3Target) => Effect.Effect<ReadonlyArray<Topic>, GatewayFailure>
    readonly get: (target: S3Target, arn: string) => Effect.Effect<Topic, NotFound | GatewayFailure>
    /** Replaces an existing topic completely (N1): check first. Returns the ARN. */
    readonly create: (
      target: S3Target,
      name: string,
      input: TopicInput
    ) => Effect.Effect<string, InvalidInput | GatewayFailure, GatewayIntent>
    /** One call per attribute; earlier ones stay after a refusal. */
    readonly set: (
      target: S3Target,
      arn: string,
      input: TopicInput
    ) => Effect.Effect<void, InvalidInput | NotFound | GatewayFailure, GatewayIntent>
    /** Notifications that name it remain (N2). */
    readonly remove: (target: S3Target, arn: string) => Effect.Effect<void, GatewayFailure, GatewayIntent>
  }
>()("stowage/services/iam/topics/TopicGateway") {}
