import { Effect, Option } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"

/** Identifies a bucket among those of one name. None when its owner does not list it, e.g. a shared bucket. */
export const bucketCreationTime = Effect.map(
  BucketGateway,
  (gateway) =>
    (context: ResolvedContext, bucket: string): Effect.Effect<Option.Option<string | null>, GatewayFailure> =>
      Effect.map(gateway.list(context.s3), (all) =>
        Option.map(Option.fromNullishOr(all.find(({ name }) => name === bucket)), ({ created_at }) => created_at)
      )
)
