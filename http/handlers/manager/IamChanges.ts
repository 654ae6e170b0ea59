import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import type { IamChange, IamChangeOf } from "#domain/iam/IamChange.ts"
import { Iam } from "#services/iam/Iam.ts"
import { IamChanges, type IamEdit } from "#services/iam/IamChanges.ts"
import { IamEntities } from "#services/iam/IamEntities.ts"
import { makeIamTarget } from "#services/iam/iamTarget.ts"

const removed = (id: string, name = id): Removed => ({ id, name })
const DEFAULT_SESSION_SECONDS = 3_600

export const IamChangesHandlers = HttpApiBuilder.group(
  Api,
  "iamChanges",
  Effect.fn(function* (handlers) {
    const iam = yield* Iam
    const entities = yield* IamEntities
    const changes = yield* IamChanges
    const target = Effect.flatMap(CurrentContext, yield* makeIamTarget)
    const make = Effect.fnUntraced(function* (
      change: Exclude<IamChange, IamChangeOf<"key.create">>,
      edit: IamEdit = {}
    ) {
      yield* changes.make(yield* CurrentCaller, yield* CurrentContext, change, edit)
      return yield* target
    })
    return handlers.handleAll({
      createUser: Effect.fn("iamChanges.createUser")(function* ({ payload: { name, path = "/" } }) {
        return yield* entities.user(yield* make({ change: "user.create", name, path }), name)
      }),
      updateUser: Effect.fn("iamChanges.updateUser")(function* ({ params: { user_name }, payload }) {
        const now = yield* entities.user(yield* target, user_name)
        const { name, path } = { ...now, ...payload }
        return yield* entities.user(
          yield* make({ change: "user.update", name: now.name, new_name: name, new_path: path }),
          name
        )
      }),
      removeUser: Effect.fn("iamChanges.removeUser")(function* ({ params: { user_name } }) {
        return yield* Effect.as(make({ change: "user.delete", name: user_name }), removed(user_name))
      }),
      createKey: Effect.fn("iamChanges.createKey")(function* ({ params }) {
        return yield* changes.createKey(yield* CurrentCaller, yield* CurrentContext, params.user_name)
      }),
      setKey: Effect.fn("iamChanges.setKey")(function* ({ params: { access_key, user_name: name }, payload }) {
        const keys = yield* iam.keys(
          yield* make({ change: payload.active ? "key.enable" : "key.disable", name, access_key }),
          name
        )
        return (
          keys.find((key) => key.access_key === access_key) ??
          (yield* new NotFound({ entity: "IamKey", id: access_key }))
        )
      }),
      removeKey: Effect.fn("iamChanges.removeKey")(function* ({ params: { access_key, user_name: name } }) {
        return yield* Effect.as(make({ change: "key.delete", name, access_key }), removed(access_key))
      }),
      createGroup: Effect.fn("iamChanges.createGroup")(function* ({ payload: { name, path = "/" } }) {
        return yield* entities.group(yield* make({ change: "group.create", name, path }), name)
      }),
      updateGroup: Effect.fn("iamChanges.updateGroup")(function* ({ params: { group_name }, payload }) {
        const now = yield* entities.group(yield* target, group_name)
        const { name, path } = { ...now, ...payload }
        return yield* entities.group(
          yield* make({ change: "group.update", name: now.name, new_name: name, new_path: path }),
          name
        )
      }),
      removeGroup: Effect.fn("iamChanges.removeGroup")(function* ({ params: { group_name } }) {
        return yield* Effect.as(make({ change: "group.delete", name: group_name }), removed(group_name))
      }),
      addMember: Effect.fn("iamChanges.addMember")(function* ({ params: { group_name: name, user_name: user } }) {
        return yield* entities.user(yield* make({ change: "member.add", name, user }), user)
      }),
      removeMember: Effect.fn("iamChanges.removeMember")(function* ({ params: { group_name: name, user_name: user } }) {
        return yield* Effect.as(make({ change: "member.remove", name, user }), removed(user))
      }),
      createRole: Effect.fn("iamChanges.createRole")(function* ({
        payload: {
          description = "",
          despite_warnings,
          max_session_seconds = DEFAULT_SESSION_SECONDS,
          name,
          path = "/",
          trust_policy
        }
      }) {
        const change = { change: "role.create", name, path, description, max_session_seconds, trust_policy } as const
        return yield* entities.role(yield* make(change, { despiteWarnings: despite_warnings }), name)
      }),
      updateRole: Effect.fn("iamChanges.updateRole")(function* ({ params: { role_name }, payload }) {
        const now = yield* entities.role(yield* target, role_name)
        const { description, max_session_seconds } = { ...now, ...payload }
        return yield* entities.role(
          yield* make({
            change: "role.update",
            name: now.name,
            description,
            max_session_seconds: max_session_seconds ?? DEFAULT_SESSION_SECONDS
          }),
          role_name
        )
      }),
      putTrust: Effect.fn("iamChanges.putTrust")(function* ({
        params: { role_name: name },
        payload: { before, despite_warnings, document }
      }) {
        return yield* entities.role(
          yield* make({ change: "role.trust", name, document }, { before, despiteWarnings: despite_warnings }),
          name
        )
      }),
      removeRole: Effect.fn("iamChanges.removeRole")(function* ({ params: { role_name } }) {
        return yield* Effect.as(make({ change: "role.delete", name: role_name }), removed(role_name))
      }),
      attach: Effect.fn("iamChanges.attach")(function* ({ params: { entity, name }, payload: { arn } }) {
        return {
          items: yield* iam.attached(yield* make({ change: "policy.attach", holder: entity, name, arn }), entity, name)
        }
      }),
      detach: Effect.fn("iamChanges.detach")(function* ({ params: { entity, name }, query: { policy_arn: arn } }) {
        return yield* Effect.as(
          make({ change: "policy.detach", holder: entity, name, arn }),
          removed(arn, arn.slice(arn.lastIndexOf("/") + 1))
        )
      }),
      putInline: Effect.fn("iamChanges.putInline")(function* ({
        params: { entity, name, policy_name: policy },
        payload: { before, document }
      }) {
        return yield* entities.inlinePolicy(
          yield* make({ change: "inline.put", holder: entity, name, policy, document }, { before }),
          entity,
          name,
          policy
        )
      }),
      removeInline: Effect.fn("iamChanges.removeInline")(function* ({ params: { entity, name, policy_name: policy } }) {
        return yield* Effect.as(make({ change: "inline.delete", holder: entity, name, policy }), removed(policy))
      })
    })
  })
)
