import { Context, Effect, Layer } from "effect"
import { parseContextId } from "#domain/accounts/contexts/ContextId.ts"
import { contextCapabilities, type ContextCapability } from "#domain/accounts/contexts/ContextCapability.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import { ConnectionAccess } from "#services/accounts/connections/ConnectionAccess.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"

export class ContextCapabilities extends Context.Service<
  ContextCapabilities,
  {
    readonly of: (context: ResolvedContext) => Effect.Effect<ReadonlyArray<ContextCapability>>
  }
>()("stowage/services/accounts/contexts/ContextCapabilities") {
  static readonly layer = Layer.effect(
    ContextCapabilities,
    Effect.gen(function* () {
      const endpoints = yield* EndpointRecords
      const connections = yield* ConnectionAccess

      const of = Effect.fn("ContextCapabilities.of")(function* ({ context, s3 }: ResolvedContext) {
        const id = parseContextId(context.id)
        const connection =
          id._tag === "Some" && id.value.kind === "connection" ? yield* connections.byId(id.value.id) : null
        const endpoint =
          context.endpoint_id === null
            ? null
            : yield* Effect.catchTag(endpoints.find(context.endpoint_id), "NotFound", () => Effect.succeed(null))
        return contextCapabilities({
          context,
          probe: connection?.probe ?? null,
          rgw: dialectOf(s3.url) === "rgw",
          endpoint:
            endpoint === null
              ? null
              : {
                  name: endpoint.name,
                  switches: endpoint.capabilities,
                  detected: endpoint.detected,
                  has_key: endpoint.admin_access_key !== null
                }
        })
      })

      return ContextCapabilities.of({ of })
    })
  )
}
