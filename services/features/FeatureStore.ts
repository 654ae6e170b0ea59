import { Context, type Effect } from "effect"
import type { Conflict, GatewayFailure, InvalidInput, NotFound } from "#domain/errors/Errors.ts"
import type { ResolvedContext } from "#domain/contexts/CurrentContext.ts"
import type { FeatureName } from "#domain/features/FeatureName.ts"
import type { GatewayIntent } from "#services/audit/GatewayIntent.ts"

/** The documents behind the features of buckets, as a gateway keeps them. Implemented by layers/s3. */
export class FeatureStore extends Context.Service<FeatureStore, {
  /** The document as it stands; null where there is none. */
  readonly read: (context: ResolvedContext, bucket: string, feature: FeatureName) => Effect.Effect<string | null, NotFound | GatewayFailure>
  /** Puts it, or takes it away. What the gateway does not understand is an invalid input. */
  readonly write: (
    context: ResolvedContext, bucket: string, feature: FeatureName, document: string | null
  ) => Effect.Effect<void, InvalidInput | NotFound | Conflict | GatewayFailure, GatewayIntent>
}>()("stowage/services/features/FeatureStore") {}
