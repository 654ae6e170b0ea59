import { Context, Effect, Layer, Schema } from "effect"
import type { CreateEndpointAccount, CreateEndpointUser } from "#domain/accounts/EndpointDirectory.ts"
import type { NewUserKey } from "#domain/accounts/UserKeys.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { Conflict, GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import type { GatewayChangeKind } from "#services/platform/audit/GatewayChangeKind.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import { newAccessKey, newAccountId } from "../gatewayNames.ts"
import { adoptUser } from "../registrationChanges.ts"
import { settingMessages } from "../settingChanges.ts"

const About = Schema.Struct({
  endpoint_id: Schema.Int,
  external_id: Schema.String,
  name: Schema.String,
  access_key: Schema.String
})
type About = typeof About.Type

type Failure = NotFound | Conflict | GatewayFailure

const nouns = { account: "rgw_account", user: "rgw_user" } as const
const things = { account: "account", user: "s3_user" } as const

/** Without an outcome it is removed if its id or key is ours. */
const creationKind = (
  kind: "account" | "user",
  reach: (endpointId: number) => Effect.Effect<AdminTarget, NotFound>,
  remove: (target: AdminTarget, about: About) => Effect.Effect<void, GatewayFailure, GatewayIntent>
): GatewayChangeKind<About, AdminTarget, null> => ({
  action: `endpoint_${kind}.create`,
  scope: "cluster-admin",
  about: About,
  gateway: ({ endpoint_id }) => `endpoint:${endpoint_id}`,
  thing: ({ endpoint_id, external_id }) => `endpoint:${endpoint_id}/${things[kind]}:${external_id}`,
  entity: ({ external_id }) => ({ type: nouns[kind], id: null, label: external_id }),
  messages: ({ external_id }) => settingMessages(`Create ${kind} ${external_id}`),
  metadata: ({ endpoint_id, name }) => ({ endpoint_id, name }),
  reach: ({ endpoint_id }) => reach(endpoint_id),
  recover: (target, about) => Effect.as(remove(target, about), { isApplied: false, observed: null, rows: Effect.void }),
  assumeApplied: null
})

const logRemains = (text: string) => (error: { readonly code: string }) =>
  Effect.logWarning(text).pipe(Effect.annotateLogs({ code: error.code }))

export class EndpointCreations extends Context.Service<
  EndpointCreations,
  {
    readonly account: (
      caller: Caller,
      endpointId: number,
      input: CreateEndpointAccount
    ) => Effect.Effect<string, Failure>
    readonly user: (caller: Caller, endpointId: number, input: CreateEndpointUser) => Effect.Effect<NewUserKey, Failure>
  }
>()("stowage/services/accounts/directory/EndpointCreations") {
  static readonly layer = Layer.effect(
    EndpointCreations,
    Effect.gen(function* () {
      const { reach } = yield* AdminTargets
      const accounts = yield* GatewayAccounts
      const users = yield* GatewayUsers
      const audited = yield* Audited
      const creations = {
        account: audited.gateway(
          creationKind("account", reach, (target, { external_id }) => accounts.removeAccount(target, external_id))
        ),
        user: audited.gateway(
          creationKind("user", reach, (target, { access_key, external_id: uid }) =>
            adoptUser(users, target, { access_key, uid })
          )
        )
      }

      return EndpointCreations.of({
        account: Effect.fn("EndpointCreations.account")(function* (caller, endpointId, { email, limits = {}, name }) {
          const target = yield* reach(endpointId)
          const id = newAccountId()
          const about = { endpoint_id: endpointId, external_id: id, name, access_key: "" }
          return yield* creations.account.makeAndStore(caller, target, about, {
            change: accounts.createAccount(target, { id, name, email: email ?? null, limits }),
            store: () => Effect.succeed(id),
            entity: () => ({ type: nouns.account, id: null, label: id }),
            remains: logRemains("An account whose creation failed could not be removed yet")
          })
        }),
        user: Effect.fn("EndpointCreations.user")(function* (
          caller,
          endpointId,
          { account_id, display_name, email, user_id }
        ) {
          const target = yield* reach(endpointId)
          const accessKey = newAccessKey()
          const about = { endpoint_id: endpointId, external_id: user_id, name: display_name, access_key: accessKey }
          return yield* creations.user.makeAndStore(caller, target, about, {
            change: users.createUser(target, {
              uid: user_id,
              displayName: display_name,
              email: email ?? null,
              accountRootOf: account_id ?? null,
              accessKey
            }),
            store: ({ key }) => Effect.succeed(key),
            entity: () => ({ type: nouns.user, id: null, label: user_id }),
            remains: logRemains("A user whose creation failed could not be removed yet")
          })
        })
      })
    })
  )
}
