import { Effect } from "effect"
import type { BucketSource } from "#domain/accounts/contexts/CurrentContext.ts"
import type { BucketOwner } from "#domain/gateways/endpoints/Targets.ts"
import { tenantOf } from "#domain/gateways/endpoints/tenantOf.ts"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { BucketGateway } from "./BucketGateway.ts"

export interface BucketEntry {
  readonly tenant: string
  readonly name: string
  readonly created_at: string | null
}

/** Inside a tenant, RGW returns `tenant/name` for all owners, and plain names for `tenant$uid`. */
const namedBucket = (owner: BucketOwner) => {
  const own = tenantOf(owner)
  return (text: string): BucketEntry => {
    const slash = text.indexOf("/")
    return { tenant: slash < 0 ? own : text.slice(0, slash), name: text.slice(slash + 1), created_at: null }
  }
}

/** One call: the cheaper Admin Ops where available, else ListBuckets. */
export const bucketNamesOf = Effect.fnUntraced(function* ({
  admin,
  bucketOwner,
  s3
}: BucketSource): Effect.fn.Return<ReadonlyArray<BucketEntry>, GatewayFailure, Rgw | BucketGateway> {
  if (admin === null || bucketOwner === null) {
    return (yield* (yield* BucketGateway).list(s3)).map((bucket) => ({ ...bucket, tenant: "" }))
  }
  const names = yield* (yield* Rgw).bucketNames(admin, bucketOwner)
  return names.map(namedBucket(bucketOwner)).sort((one, other) => (one.name < other.name ? -1 : 1))
})
