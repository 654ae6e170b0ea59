import { Context, Effect, Layer } from "effect"
import { InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { adminTargetOf } from "./adminTarget.ts"
import { EndpointRecords } from "./EndpointRecords.ts"

export class AdminTargets extends Context.Service<
  AdminTargets,
  {
    readonly of: (endpoint: StorageEndpoint) => Effect.Effect<AdminTarget | null>
    readonly required: (endpointId: number) => Effect.Effect<AdminTarget, InvalidInput>
    readonly reach: (endpointId: number) => Effect.Effect<AdminTarget, NotFound>
  }
>()("stowage/services/gateways/endpoints/AdminTargets") {
  static readonly layer = Layer.effect(
    AdminTargets,
    Effect.gen(function* () {
      const records = yield* EndpointRecords
      const cipher = yield* CredentialCipher

      const of = (endpoint: StorageEndpoint) =>
        Effect.map(records.secret(endpoint.id), (secret) => adminTargetOf(cipher, endpoint, secret))

      const required = Effect.fnUntraced(function* (endpointId: number) {
        const endpoint = yield* records
          .find(endpointId)
          .pipe(
            Effect.catchTag("NotFound", (_: NotFound) =>
              Effect.fail(InvalidInput.at("payload.storage_endpoint_id", "There is no such storage endpoint"))
            )
          )
        const target = yield* of(endpoint)
        return (
          target ??
          (yield* InvalidInput.at(
            "payload.storage_endpoint_id",
            "This endpoint has no Admin Ops key: give it one first"
          ))
        )
      })

      const reach = Effect.fnUntraced(function* (endpointId: number) {
        const target = yield* of(yield* records.find(endpointId))
        return target ?? (yield* new NotFound({ entity: "Admin Ops of storage endpoint", id: String(endpointId) }))
      })

      return AdminTargets.of({ of, required, reach })
    })
  )
}
