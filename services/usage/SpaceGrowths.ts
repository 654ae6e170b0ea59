import { Context, DateTime, Effect, Layer } from "effect"
import type { PortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { FORECAST_DAYS } from "#domain/usage/forecastDays.ts"
import { type SpaceGrowth, spaceForecastOf } from "#domain/usage/SpaceGrowth.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { PortalSpaces } from "#services/iam/portal/PortalSpaces.ts"
import { QuotaHistories } from "./QuotaHistories.ts"
import { UsageDays } from "./UsageDays.ts"

export class SpaceGrowths extends Context.Service<
  SpaceGrowths,
  {
    readonly read: (
      caller: Caller,
      account: PortalAccount,
      spaceId: number
    ) => Effect.Effect<SpaceGrowth, NotFound | GatewayFailure>
  }
>()("stowage/services/usage/SpaceGrowths") {
  static readonly layer = Layer.effect(
    SpaceGrowths,
    Effect.gen(function* () {
      const spaces = yield* PortalSpaces
      const listings = yield* BucketListings
      const days = yield* UsageDays
      const histories = yield* QuotaHistories

      const read = Effect.fn("SpaceGrowths.read")(function* (caller: Caller, account: PortalAccount, spaceId: number) {
        const { bucket_name, prefix } = yield* spaces.get(caller, account, spaceId)
        const { forecast } = yield* Effect.orDie(histories.read({ type: "S3Account", id: account.account_id }, {}))
        if (prefix !== "") return { space: null, account: forecast } satisfies SpaceGrowth
        const row = yield* listings.bucket(account.listing_key, bucket_name)
        const since = DateTime.subtract(yield* DateTime.now, { days: FORECAST_DAYS })
        const measured = yield* days.series([account.listing_key], bucket_name, since)
        const limits = row === null ? null : { max_bytes: row.quota_max_size_bytes, max_objects: row.quota_max_objects }
        return { space: spaceForecastOf(measured, limits), account: forecast } satisfies SpaceGrowth
      })

      return SpaceGrowths.of({ read })
    })
  )
}
