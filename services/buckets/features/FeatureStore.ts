import { Context, type Effect, type Result } from "effect"
import type { Conflict, GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

/** A document as it stands (null: there is none), or why it could not be read. */
export type DocumentRead = Result.Result<string | null, NotFound | GatewayFailure>

/** The documents behind the features of buckets, as a gateway keeps them. Implemented by layers/s3. */
export class FeatureStore extends Context.Service<
  FeatureStore,
  {
    /** The document as it stands; null where there is none. */
    readonly read: (
      context: ResolvedContext,
      bucket: string,
      feature: FeatureName
    ) => Effect.Effect<string | null, NotFound | GatewayFailure>
    /**
     * Several of one bucket in the order asked for, one after the other: for columns and rules of many buckets, at
     * little more than what the bare calls cost. What cannot be read says why, and spoils nothing else.
     */
    readonly readSome: (
      context: ResolvedContext,
      bucket: string,
      features: ReadonlyArray<FeatureName>
    ) => Effect.Effect<ReadonlyArray<DocumentRead>>
    /** Puts it, or takes it away. What the gateway does not understand is an invalid input. */
    readonly write: (
      context: ResolvedContext,
      bucket: string,
      feature: FeatureName,
      document: string | null
    ) => Effect.Effect<void, InvalidInput | NotFound | Conflict | GatewayFailure, GatewayIntent>
  }
>()("stowage/services/buckets/features/FeatureStore") {}
