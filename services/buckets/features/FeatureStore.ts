import { Context, type Effect, type Result } from "effect"
import type { Conflict, GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

export type DocumentRead = Result.Result<string | null, NotFound | GatewayFailure>

export class FeatureStore extends Context.Service<
  FeatureStore,
  {
    readonly read: (
      context: ResolvedContext,
      bucket: string,
      feature: FeatureName
    ) => Effect.Effect<string | null, NotFound | GatewayFailure>
    /** Reads sequentially; results in order. A failed read does not affect the others. */
    readonly readSome: (
      context: ResolvedContext,
      bucket: string,
      features: ReadonlyArray<FeatureName>
    ) => Effect.Effect<ReadonlyArray<DocumentRead>>
    /** One feature of many buckets of a context, in order. A failed read does not affect the others. */
    readonly readMany: (
      context: ResolvedContext,
      buckets: ReadonlyArray<string>,
      feature: FeatureName
    ) => Effect.Effect<ReadonlyArray<DocumentRead>>
    /** Null deletes. InvalidInput for documents that the gateway rejects. */
    readonly write: (
      context: ResolvedContext,
      bucket: string,
      feature: FeatureName,
      document: string | null
    ) => Effect.Effect<void, InvalidInput | NotFound | Conflict | GatewayFailure, GatewayIntent>
  }
>()("stowage/services/buckets/features/FeatureStore") {}
