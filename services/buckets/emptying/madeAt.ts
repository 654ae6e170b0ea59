import { Effect, Option } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"

/**
 * When a bucket was made, as its owner's list says: S3 has no other name for which bucket of a name it is. None: it is not in the
 * list, as a bucket that is shared with the owner is not.
 */
export const madeAt = Effect.map(BucketGateway, (gateway) => (context: ResolvedContext, bucket: string): Effect.Effect<Option.Option<string | null>, GatewayFailure> =>
  Effect.map(gateway.list(context.s3), (all) => Option.map(Option.fromNullishOr(all.find(({ name }) => name === bucket)), ({ created_at }) => created_at)))
