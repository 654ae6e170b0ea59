import { Context, Effect, Layer } from "effect"
import { listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import type { PortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import { type AccountQuota, portalUsageOf } from "#domain/iam/portal/portalUsageOf.ts"
import type { PortalUsage as Usage } from "#domain/iam/portal/PortalRequest.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { PortalSpaces } from "./PortalSpaces.ts"

export class PortalUsage extends Context.Service<
  PortalUsage,
  {
    readonly read: (caller: Caller, account: PortalAccount) => Effect.Effect<Usage, GatewayFailure>
  }
>()("stowage/services/iam/portal/PortalUsage") {
  static readonly layer = Layer.effect(
    PortalUsage,
    Effect.gen(function* () {
      const spaces = yield* PortalSpaces
      const contexts = yield* ExecutionContexts
      const settings = yield* GatewayAccountSettings

      const quotaOf = Effect.fnUntraced(function* ({
        listing_key
      }: PortalAccount): Effect.fn.Return<AccountQuota, NotFound | GatewayFailure> {
        const { admin } = yield* Effect.orDie(contexts.forListing(listing_key))
        const owner = listingOwner(listing_key)
        if (admin === null || owner === null) return "unknown"
        const { account_quota } = yield* settings.settings(admin, owner.owner)
        return account_quota.enabled ? account_quota.max_size_bytes : null
      })

      const read = Effect.fn("PortalUsage.read")(function* (caller: Caller, account: PortalAccount) {
        const rows = yield* spaces.list(caller, account)
        const quota = yield* Effect.catch(quotaOf(account), (error) =>
          Effect.as(
            Effect.logInfo("The quota of an account could not be read").pipe(Effect.annotateLogs({ code: error.code })),
            "unknown" as const
          )
        )
        return portalUsageOf(
          rows.map(({ bucket_name, id, name, object_count, prefix, used_bytes }) => ({
            id,
            name,
            bucket_name,
            prefix,
            used_bytes,
            object_count
          })),
          quota
        )
      })

      return PortalUsage.of({ read })
    })
  )
}
