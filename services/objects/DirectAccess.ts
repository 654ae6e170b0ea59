import { Context, Effect, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { type CorsAdvice, corsAdvice } from "#domain/objects/corsAdvice.ts"
import { Settings } from "#services/platform/Settings.ts"
import { ObjectStore } from "./ObjectStore.ts"

export class DirectAccess extends Context.Service<
  DirectAccess,
  {
    readonly advice: (context: ResolvedContext, bucket: string) => Effect.Effect<CorsAdvice, NotFound | GatewayFailure>
  }
>()("stowage/services/objects/DirectAccess") {
  static readonly layer = Layer.effect(
    DirectAccess,
    Effect.gen(function* () {
      const store = yield* ObjectStore
      const { publicOrigin } = yield* Settings
      return DirectAccess.of({
        advice: Effect.fn("DirectAccess.advice")((context, bucket) =>
          Effect.map(store.corsRules(context.s3, bucket), (rules) =>
            corsAdvice({ rules, publicOrigin, gatewayUrl: context.s3.url })
          )
        )
      })
    })
  )
}
