import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { UiUsers } from "#services/identity/users/UiUsers.ts"
import { Invitations } from "#services/identity/invitations/Invitations.ts"
import { UserIdentities } from "#services/identity/federation/UserIdentities.ts"
import { UserSecurityAdmin } from "#services/identity/UserSecurityAdmin.ts"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const UsersHandlers = HttpApiBuilder.group(
  Api,
  "adminUsers",
  Effect.fn(function* (handlers) {
    const users = yield* UiUsers
    const security = yield* UserSecurityAdmin
    const identities = yield* UserIdentities
    const invitations = yield* Invitations
    return handlers.handleAll({
      list: ({ query }) => users.page(query),
      minimal: () => users.minimal,
      get: ({ params }) => users.get(params.user_id),
      create: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => users.create(caller, payload)),
      update: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => users.update(caller, params.user_id, payload)),
      remove: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => users.remove(caller, params.user_id)),
      security: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => security.view(caller, params.user_id)),
      resetMfa: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => security.resetMfa(caller, params.user_id)),
      setPassword: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => security.setPassword(caller, params.user_id, payload.password)),
      invite: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => invitations.invite(caller, params.user_id)),
      revokeInvitation: ({ params }) =>
        Effect.flatMap(CurrentCaller, (caller) => invitations.revoke(caller, params.user_id)),
      revokeSessions: ({ params }) =>
        Effect.flatMap(CurrentCaller, (caller) => security.revokeSessions(caller, params.user_id)),
      addIdentity: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => identities.add(caller, params.user_id, payload)),
      revokeIdentity: ({ params }) =>
        Effect.flatMap(CurrentCaller, (caller) => identities.revoke(caller, params.user_id, params.identity_id)),
      restoreIdentity: ({ params }) =>
        Effect.flatMap(CurrentCaller, (caller) => identities.restore(caller, params.user_id, params.identity_id))
    })
  })
)
