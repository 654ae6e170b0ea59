import { Effect, Option } from "effect"
import type { BucketRow } from "#domain/buckets/BucketListing.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { fullBucketName, tenantOf } from "#domain/gateways/endpoints/tenantOf.ts"
import type { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import type { BucketGateway } from "./BucketGateway.ts"

interface Gateways {
  readonly gateway: BucketGateway["Service"]
  readonly rgw: Rgw["Service"]
}

export const readBucketState = ({ gateway, rgw }: Gateways) =>
  Effect.fnUntraced(function* ({ admin, bucketOwner, s3 }: ResolvedContext, name: string) {
    // read as the owner: a bucket of another owner is not in this listing
    const own = yield* gateway.statistics(s3, name)
    if (Option.isNone(own)) return null
    const tenant = tenantOf(bucketOwner)
    const statistics =
      admin === null
        ? own
        : yield* rgw.bucket(admin, fullBucketName({ tenant, name })).pipe(
            Effect.tapError((error) =>
              Effect.logWarning("A changed bucket could not be read back whole").pipe(
                Effect.annotateLogs({ code: error.code })
              )
            ),
            Effect.orElseSucceed(() => own)
          )
    const row: BucketRow = { ...Option.getOrElse(statistics, () => ({ ...own.value, tenant })), has_statistics: true }
    return row
  })
