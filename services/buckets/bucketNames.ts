import { Effect } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { BucketOwner } from "#domain/gateways/endpoints/Targets.ts"
import { tenantOf } from "#domain/gateways/endpoints/tenantOf.ts"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { BucketGateway } from "./BucketGateway.ts"

/** A bucket of which nothing but the name, and perhaps its age, is known. */
export interface NamedBucket {
  readonly tenant: string
  readonly name: string
  readonly created_at: string | null
}

/** Inside a tenant buckets are told as `tenant/name` among all, and by their names alone to `tenant$uid`. A name has no slash. */
const namedBucket = (owner: BucketOwner) => {
  const own = tenantOf(owner)
  return (text: string): NamedBucket => {
    const slash = text.indexOf("/")
    return { tenant: slash < 0 ? own : text.slice(0, slash), name: text.slice(slash + 1), created_at: null }
  }
}

/** The names of a listing, in one call: Admin Ops where there is, which is cheaper to read, else the owner's ListBuckets. */
export const bucketNamesOf = Effect.fnUntraced(function*(
  { admin, bucketOwner, s3 }: ResolvedContext
): Effect.fn.Return<ReadonlyArray<NamedBucket>, GatewayFailure, Rgw | BucketGateway> {
  if (admin === null || bucketOwner === null) {
    return (yield* (yield* BucketGateway).list(s3)).map((bucket) => ({ ...bucket, tenant: "" }))
  }
  const names = yield* (yield* Rgw).bucketNames(admin, bucketOwner)
  return names.map(namedBucket(bucketOwner))
    .sort((one, other) => one.name < other.name ? -1 : 1)
})
