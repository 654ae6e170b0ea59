import { Effect, Option, Result } from "effect"
import type { BucketStatistics } from "#domain/buckets/BucketListing.ts"
import { type GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { fullBucketName, tenantOf } from "#domain/gateways/endpoints/tenantOf.ts"
import { GatewaySeries } from "#services/gateways/endpoints/GatewaySeries.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"

export type Identity = Result.Result<string, NotFound | GatewayFailure>

const encoder = new TextEncoder()

/** Differs for another document, and for another bucket of the same name. */
export const featureVersion = (identity: string, stored: string | null): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() =>
      crypto.subtle.digest("SHA-256", encoder.encode(`${identity}\n${stored === null ? "none" : `text\n${stored}`}`))
    ),
    (bytes) => Array.from(new Uint8Array(bytes).subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("")
  )

const identityIn = ({ admin, listingKey }: ResolvedContext, name: string, statistics: BucketStatistics | null) => {
  const missing = new NotFound({ entity: "Bucket", id: name })
  if (statistics === null) return Result.fail(missing)
  // the key of a connection decides which buckets it has
  return listingKey.startsWith("endpoint:") && listingKey !== `endpoint:${admin?.endpointId}/owner:${statistics.owner}`
    ? Result.fail(missing)
    : Result.succeed(statistics.created_at ?? "")
}

/** As `bucketIdentity`, of many buckets of a context, in order. */
export const bucketIdentities = Effect.map(GatewaySeries, (series) =>
  Effect.fn("bucketIdentities")(function* (context: ResolvedContext, names: ReadonlyArray<string>) {
    const { admin, bucketOwner } = context
    if (admin === null) return names.map((): Identity => Result.succeed(""))
    const tenant = tenantOf(bucketOwner)
    const results = yield* series.buckets(
      admin,
      names.map((name) => fullBucketName({ tenant, name }))
    )
    return results.map(
      (read, index): Identity =>
        Result.isFailure(read) ? Result.fail(read.failure) : identityIn(context, names[index] ?? "", read.success)
    )
  })
)

/** Creation time by Admin Ops, else "": differs from a later bucket of its name. NotFound for a foreign bucket. */
export const bucketIdentity = Effect.map(Rgw, (rgw) =>
  Effect.fn("bucketIdentity")(function* (context: ResolvedContext, name: string) {
    const { admin, bucketOwner } = context
    if (admin === null) return ""
    const statistics = yield* rgw.bucket(admin, fullBucketName({ tenant: tenantOf(bucketOwner), name }))
    return yield* Effect.fromResult(identityIn(context, name, Option.getOrNull(statistics)))
  })
)
