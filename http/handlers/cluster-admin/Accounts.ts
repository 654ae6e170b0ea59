import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { DirectoryAccountPage } from "#domain/accounts/EndpointDirectory.ts"
import { CurrentEndpoint } from "#domain/accounts/scope/RequestScope.ts"
import { callerUser, CurrentCaller } from "#domain/platform/access/Caller.ts"
import { AccountsOnGateway } from "#services/accounts/AccountsOnGateway.ts"
import { AccountFreezes } from "#services/accounts/directory/AccountFreezes.ts"
import { EndpointCreations } from "#services/accounts/directory/EndpointCreations.ts"
import { EndpointDirectories } from "#services/accounts/directory/EndpointDirectories.ts"
import { cachedEncoder } from "../../cachedEncoder.ts"

const place = Effect.all({ endpoint: CurrentEndpoint, caller: CurrentCaller })

const answer = cachedEncoder(DirectoryAccountPage)

export const ClusterAccountsHandlers = HttpApiBuilder.group(
  Api,
  "clusterAccounts",
  Effect.fn(function* (handlers) {
    const accounts = yield* AccountsOnGateway
    const directories = yield* EndpointDirectories
    const creations = yield* EndpointCreations
    const freezes = yield* AccountFreezes

    const reread = (endpointId: number, id: string) => directories.reread(endpointId, "account", id)
    return handlers.handleAll({
      list: Effect.fn("clusterAccounts.list")(function* ({ query }) {
        return yield* answer(yield* directories.accounts((yield* CurrentEndpoint).id, query))
      }),
      refresh: Effect.fn("clusterAccounts.refresh")(function* () {
        return yield* directories.refresh((yield* CurrentEndpoint).id, "account")
      }),
      create: Effect.fn("clusterAccounts.create")(function* ({ payload }) {
        const { caller, endpoint } = yield* place
        const external_id = yield* creations.account(caller, endpoint.id, payload)
        yield* reread(endpoint.id, external_id)
        return yield* accounts.get({ endpoint_id: endpoint.id, external_id })
      }),
      get: Effect.fn("clusterAccounts.get")(function* ({ params }) {
        return yield* accounts.get({ endpoint_id: (yield* CurrentEndpoint).id, external_id: params.account_id })
      }),
      update: Effect.fn("clusterAccounts.update")(function* ({ params: { account_id: external_id }, payload }) {
        const { caller, endpoint } = yield* place
        const changed = yield* accounts.update(caller, { endpoint_id: endpoint.id, external_id }, payload)
        yield* reread(endpoint.id, external_id)
        return changed
      }),
      setLimits: Effect.fn("clusterAccounts.setLimits")(function* ({ params: { account_id: external_id }, payload }) {
        const { caller, endpoint } = yield* place
        const changed = yield* accounts.setLimits(caller, { endpoint_id: endpoint.id, external_id }, payload)
        yield* reread(endpoint.id, external_id)
        return changed
      }),
      setQuota: Effect.fn("clusterAccounts.setQuota")(function* ({
        params: { account_id: external_id, quota },
        payload
      }) {
        const { caller, endpoint } = yield* place
        const changed = yield* accounts.setQuota(caller, { endpoint_id: endpoint.id, external_id }, quota, payload)
        yield* reread(endpoint.id, external_id)
        return changed
      }),
      freeze: Effect.fn("clusterAccounts.freeze")(function* ({ params: { account_id: id }, payload }) {
        const { caller, endpoint } = yield* place
        const { denied_roles, suspended_users } = yield* freezes.freeze(caller, endpoint.id, id, payload)
        yield* reread(endpoint.id, id)
        const frozen_by = callerUser(caller)?.email ?? ""
        return { frozen_at: yield* DateTime.now, frozen_by, suspended_users, denied_roles }
      }),
      unfreeze: Effect.fn("clusterAccounts.unfreeze")(function* ({ params: { account_id: external_id } }) {
        const { caller, endpoint } = yield* place
        yield* freezes.unfreeze(caller, endpoint.id, external_id)
        yield* reread(endpoint.id, external_id)
        return yield* accounts.get({ endpoint_id: endpoint.id, external_id })
      })
    })
  })
)
