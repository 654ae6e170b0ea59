import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { ConnectionKeys } from "#services/accounts/connections/ConnectionKeys.ts"
import { ConnectionLinks } from "#services/accounts/connections/ConnectionLinks.ts"
import { Connections, sharedConnections as shared } from "#services/accounts/connections/Connections.ts"

export const S3ConnectionsHandlers = HttpApiBuilder.group(
  Api,
  "adminS3Connections",
  Effect.fn(function* (handlers) {
    const connections = yield* Connections
    const keys = yield* ConnectionKeys
    const links = yield* ConnectionLinks
    return handlers.handleAll({
      list: ({ query }) => connections.page(query),
      minimal: () => connections.minimal,
      create: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => connections.create(caller, shared, payload)),
      attempt: ({ payload }) => keys.attempt(payload),
      get: ({ params }) => connections.get(shared, params.id),
      update: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => connections.update(caller, shared, params.id, payload)),
      setTags: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => connections.setTags(caller, shared, params.id, payload)),
      probe: ({ params }) => keys.probe(shared, params.id),
      renewKeys: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => keys.renew(caller, shared, params.id, payload)),
      remove: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => connections.remove(caller, shared, params.id)),
      users: ({ params }) => links.list(params.id),
      link: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => links.add(caller, params.id, payload.user_id)),
      unlink: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => links.remove(caller, params.id, params.user_id))
    })
  })
)
