import { Context, Effect, Layer, Ref } from "effect"
import type { SandboxAccess } from "#domain/gateways/endpoints/SandboxAccess.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"

/** Only the sandbox gateway of this process; no other gateway's keys are readable. */
export class SandboxKeys extends Context.Service<
  SandboxKeys,
  {
    readonly offer: (endpointId: number, access: SandboxAccess) => Effect.Effect<void>
    readonly of: (endpointId: number) => Effect.Effect<SandboxAccess, NotFound>
  }
>()("stowage/services/gateways/endpoints/SandboxKeys") {
  static readonly layer = Layer.effect(
    SandboxKeys,
    Effect.gen(function* () {
      const offered = yield* Ref.make<{ readonly endpointId: number; readonly access: SandboxAccess } | null>(null)
      return SandboxKeys.of({
        offer: (endpointId, access) => Ref.set(offered, { endpointId, access }),
        of: Effect.fn("SandboxKeys.of")(function* (endpointId: number) {
          const offer = yield* Ref.get(offered)
          return offer?.endpointId === endpointId
            ? offer.access
            : yield* new NotFound({ entity: "Sandbox keys of storage endpoint", id: String(endpointId) })
        })
      })
    })
  )
}
