import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { type Caller, CurrentCaller } from "#domain/platform/access/Caller.ts"
import type { NotFound } from "#domain/platform/errors/Errors.ts"
import { ConnectionKeys } from "#services/accounts/connections/ConnectionKeys.ts"
import type { Ownership } from "#services/accounts/connections/ConnectionRecords.ts"
import { Connections, privateOwnership } from "#services/accounts/connections/Connections.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"

export const ConnectionsHandlers = HttpApiBuilder.group(
  Api,
  "connections",
  Effect.fn(function* (handlers) {
    const connections = yield* Connections
    const keys = yield* ConnectionKeys
    const endpoints = yield* StorageEndpoints
    const own = <A, E, R>(
      work: (of: Ownership, caller: Caller) => Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | NotFound, R | CurrentCaller> =>
      Effect.flatMap(CurrentCaller, (caller) => Effect.flatMap(privateOwnership(caller), (of) => work(of, caller)))
    return handlers.handleAll({
      list: () => own((of) => connections.list(of)),
      presets: () =>
        Effect.map(endpoints.list, (all) =>
          all.map(({ id, is_default, is_sandbox, name, provider, region, url }) => ({
            id,
            name,
            provider,
            url,
            region,
            is_default,
            is_sandbox
          }))
        ),
      create: ({ payload }) => own((of, caller) => connections.create(caller, of, payload)),
      attempt: ({ payload }) => keys.attempt(payload),
      get: ({ params }) => own((of) => connections.get(of, params.id)),
      update: ({ params, payload }) => own((of, caller) => connections.update(caller, of, params.id, payload)),
      setTags: ({ params, payload }) => own((of, caller) => connections.setTags(caller, of, params.id, payload)),
      probe: ({ params }) => own((of) => keys.probe(of, params.id)),
      renewKeys: ({ params, payload }) => own((of, caller) => keys.renew(caller, of, params.id, payload)),
      remove: ({ params }) => own((of, caller) => connections.remove(caller, of, params.id))
    })
  })
)
