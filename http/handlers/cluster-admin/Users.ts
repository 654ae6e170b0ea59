import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { DirectoryUserPage } from "#domain/accounts/EndpointDirectory.ts"
import { CurrentEndpoint } from "#domain/accounts/scope/RequestScope.ts"
import { type Caller, CurrentCaller } from "#domain/platform/access/Caller.ts"
import type { EndpointIdentity } from "#services/accounts/gatewaySubject.ts"
import { UsersOnGateway } from "#services/accounts/UsersOnGateway.ts"
import { EndpointCreations } from "#services/accounts/directory/EndpointCreations.ts"
import { EndpointDirectories } from "#services/accounts/directory/EndpointDirectories.ts"
import { EndpointUserKeys } from "#services/accounts/directory/EndpointUserKeys.ts"
import { cachedEncoder } from "../../cachedEncoder.ts"

const identity = (params: { readonly user_id: string }) =>
  Effect.map(CurrentEndpoint, ({ id }): EndpointIdentity => ({ endpoint_id: id, external_id: params.user_id }))

const answer = cachedEncoder(DirectoryUserPage)

export const ClusterUsersHandlers = HttpApiBuilder.group(
  Api,
  "clusterUsers",
  Effect.fn(function* (handlers) {
    const users = yield* UsersOnGateway
    const keys = yield* EndpointUserKeys
    const directories = yield* EndpointDirectories
    const creations = yield* EndpointCreations

    const changed = <A, E, R>(
      params: { readonly user_id: string },
      change: (caller: Caller, user: EndpointIdentity) => Effect.Effect<A, E, R>
    ) =>
      Effect.gen(function* () {
        const user = yield* identity(params)
        const answer = yield* change(yield* CurrentCaller, user)
        yield* directories.reread(user.endpoint_id, "user", user.external_id)
        return answer
      })

    return handlers.handleAll({
      list: Effect.fn("clusterUsers.list")(function* ({ query }) {
        return yield* answer(yield* directories.users((yield* CurrentEndpoint).id, query))
      }),
      refresh: Effect.fn("clusterUsers.refresh")(function* () {
        return yield* directories.refresh((yield* CurrentEndpoint).id, "user")
      }),
      create: Effect.fn("clusterUsers.create")(function* ({ payload }) {
        const key = yield* changed(payload, (caller, { endpoint_id }) => creations.user(caller, endpoint_id, payload))
        return { user: yield* users.get(yield* identity(payload)), key }
      }),
      get: ({ params }) => Effect.flatMap(identity(params), users.get),
      update: ({ params, payload }) => changed(params, (caller, user) => users.update(caller, user, payload)),
      setQuota: ({ params, payload }) =>
        changed(params, (caller, user) => users.setQuota(caller, user, params.quota, payload)),
      setCaps: ({ params, payload }) => changed(params, (caller, user) => users.setCaps(caller, user, payload)),
      setRateLimit: ({ params, payload }) =>
        changed(params, (caller, user) => users.setRateLimit(caller, user, payload)),
      suspend: ({ params, payload }) => changed(params, (caller, user) => users.suspend(caller, user, payload)),
      listKeys: ({ params }) => Effect.flatMap(identity(params), keys.list),
      createKey: ({ params }) => changed(params, keys.create),
      updateKey: ({ params, payload }) =>
        changed(params, (caller, user) => keys.setActive(caller, user, params.access_key, payload.active)),
      removeKey: ({ params }) => changed(params, (caller, user) => keys.remove(caller, user, params.access_key))
    })
  })
)
