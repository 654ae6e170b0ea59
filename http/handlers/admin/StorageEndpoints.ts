import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { SandboxKeys } from "#services/gateways/endpoints/SandboxKeys.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"

export const StorageEndpointsHandlers = HttpApiBuilder.group(
  Api,
  "adminStorageEndpoints",
  Effect.fn(function* (handlers) {
    const endpoints = yield* StorageEndpoints
    const sandbox = yield* SandboxKeys
    return handlers.handleAll({
      list: () => endpoints.list,
      create: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => endpoints.create(caller, payload)),
      detectFeatures: ({ payload }) => endpoints.detect(payload),
      get: ({ params }) => endpoints.get(params.id),
      update: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => endpoints.update(caller, params.id, payload)),
      remove: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => endpoints.remove(caller, params.id)),
      sandboxKeys: ({ params }) => sandbox.of(params.id)
    })
  })
)
