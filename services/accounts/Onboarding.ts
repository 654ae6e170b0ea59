import { Context, Effect, Layer } from "effect"
import type { Onboarding as State } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { ContextRecords } from "#services/accounts/contexts/ContextRecords.ts"

export class Onboarding extends Context.Service<
  Onboarding,
  {
    readonly state: Effect.Effect<State>
  }
>()("stowage/services/accounts/Onboarding") {
  static readonly layer = Layer.effect(
    Onboarding,
    Effect.map(ContextRecords, ({ counts }) =>
      Onboarding.of({
        state: Effect.map(counts, ({ contexts, endpoints, own_contexts, own_endpoints }) => ({
          endpoint_configured: endpoints > 0,
          storage_access_configured: contexts > 0,
          complete: endpoints > 0 && contexts > 0,
          own_endpoint_configured: own_endpoints > 0,
          own_storage_access_configured: own_contexts > 0
        })).pipe(Effect.withSpan("Onboarding.state"))
      })
    )
  )
}
