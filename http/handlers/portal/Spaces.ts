import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentPortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { PortalSpaces } from "#services/iam/portal/PortalSpaces.ts"

const request = Effect.all([CurrentCaller, CurrentPortalAccount])

export const PortalSpacesHandlers = HttpApiBuilder.group(
  Api,
  "portalSpaces",
  Effect.fn(function* (handlers) {
    const spaces = yield* PortalSpaces
    return handlers.handleAll({
      list: Effect.fn("portalSpaces.list")(function* () {
        return { items: yield* spaces.list(...(yield* request)) }
      }),
      create: Effect.fn("portalSpaces.create")(function* ({ payload }) {
        return yield* spaces.create(...(yield* request), payload)
      }),
      get: Effect.fn("portalSpaces.get")(function* ({ params }) {
        return yield* spaces.get(...(yield* request), params.space_id)
      }),
      update: Effect.fn("portalSpaces.update")(function* ({ params, payload }) {
        return yield* spaces.update(...(yield* request), params.space_id, payload)
      }),
      remove: Effect.fn("portalSpaces.remove")(function* ({ params }) {
        return yield* spaces.remove(...(yield* request), params.space_id)
      }),
      members: Effect.fn("portalSpaces.members")(function* ({ params }) {
        return yield* spaces.members(...(yield* request), params.space_id)
      }),
      people: Effect.fn("portalSpaces.people")(function* ({ params }) {
        return { items: yield* spaces.people(...(yield* request), params.space_id) }
      }),
      setMember: Effect.fn("portalSpaces.setMember")(function* ({ params, payload }) {
        return yield* spaces.setMember(...(yield* request), params.space_id, params.user_id, payload.right)
      }),
      removeMember: Effect.fn("portalSpaces.removeMember")(function* ({ params }) {
        return yield* spaces.removeMember(...(yield* request), params.space_id, params.user_id)
      })
    })
  })
)
