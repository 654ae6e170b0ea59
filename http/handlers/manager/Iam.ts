import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Iam } from "#services/iam/Iam.ts"
import { IamEntities } from "#services/iam/IamEntities.ts"
import { makeIamTarget } from "#services/iam/iamTarget.ts"

const listed = <A, E, R>(items: Effect.Effect<A, E, R>) => Effect.map(items, (found) => ({ items: found }))

export const IamHandlers = HttpApiBuilder.group(
  Api,
  "iam",
  Effect.fn(function* (handlers) {
    const iam = yield* Iam
    const entities = yield* IamEntities
    const target = Effect.flatMap(CurrentContext, yield* makeIamTarget)
    return handlers.handleAll({
      users: Effect.fn("iam.users")(function* () {
        return yield* listed(iam.users(yield* target))
      }),
      groups: Effect.fn("iam.groups")(function* () {
        return yield* listed(iam.groups(yield* target))
      }),
      roles: Effect.fn("iam.roles")(function* () {
        return yield* listed(iam.roles(yield* target))
      }),
      policies: Effect.fn("iam.policies")(function* () {
        return yield* listed(iam.policies(yield* target))
      }),
      user: Effect.fn("iam.user")(function* ({ params }) {
        return yield* entities.user(yield* target, params.user_name)
      }),
      group: Effect.fn("iam.group")(function* ({ params }) {
        return yield* entities.group(yield* target, params.group_name)
      }),
      role: Effect.fn("iam.role")(function* ({ params }) {
        return yield* entities.role(yield* target, params.role_name)
      }),
      groupsOf: Effect.fn("iam.groupsOf")(function* ({ params }) {
        return yield* listed(entities.groupsOf(yield* target, params.user_name))
      }),
      keys: Effect.fn("iam.keys")(function* ({ params }) {
        return yield* listed(iam.keys(yield* target, params.user_name))
      }),
      members: Effect.fn("iam.members")(function* ({ params }) {
        return yield* listed(iam.members(yield* target, params.group_name))
      }),
      attached: Effect.fn("iam.attached")(function* ({ params }) {
        return yield* listed(iam.attached(yield* target, params.entity, params.name))
      }),
      inline: Effect.fn("iam.inline")(function* ({ params }) {
        return yield* listed(iam.inline(yield* target, params.entity, params.name))
      })
    })
  })
)
