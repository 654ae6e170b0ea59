import { Effect, Schema } from "effect"
import { NotFound, StorageError } from "#domain/platform/errors/Errors.ts"
import type { ActiveKeys } from "#services/gateways/endpoints/ActiveKeys.ts"
import type { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { UNREADABLE_ANSWER } from "../gateway/failures.ts"
import type { AdminCalls } from "./AdminCalls.ts"
import { orConflict, ignoreMissing, ignoreMissingKey, orNotFound, unlessRaced } from "./refusals.ts"
import { idsUpTo, readUser, userOfKey } from "./users.ts"
import { userOf, WireKey, WireUser } from "./wire/User.ts"

type Keys = ReadonlyArray<typeof WireKey.Type>

const keyOf = (operation: string, keys: Keys, accessKey: string) => {
  const key = keys.find(({ access_key }) => access_key === accessKey)
  return key === undefined
    ? Effect.fail(
        new StorageError({
          operation,
          storage_code: UNREADABLE_ANSWER,
          storage_status: 200,
          storage_request_id: null,
          detail: "The gateway did not answer the new key"
        })
      )
    : Effect.succeed({ access_key: key.access_key, secret_key: key.secret_key })
}

export const userOps = (calls: AdminCalls["Service"]): GatewayUsers["Service"] => {
  return {
    user: (target, uid) => Effect.map(readUser(calls, target, uid), userOf),

    ownerOf: (target, accessKey) => Effect.map(userOfKey(calls, target, accessKey), userOf),

    userIds: (target, limit) => idsUpTo(calls, target, "user", limit),

    createUser: (target, { accessKey, accountRootOf, displayName, email, uid }) =>
      calls
        .document(
          target,
          {
            operation: "CreateUser",
            method: "PUT",
            path: "/user",
            idempotent: false,
            query: {
              uid,
              "display-name": displayName,
              "access-key": accessKey,
              "generate-key": "true",
              ...(email === null ? {} : { email }),
              ...(accountRootOf === null ? {} : { "account-id": accountRootOf, "account-root": "true" })
            }
          },
          WireUser
        )
        .pipe(
          orNotFound("RGW account", accountRootOf ?? ""),
          orConflict("A user with this uid or address exists on the gateway"),
          Effect.flatMap((wire) =>
            Effect.map(keyOf("rgw.CreateUser", wire.keys, accessKey), (key) => ({ user: userOf(wire), key }))
          )
        ),

    // A9: a new access key name creates a key; an existing one would be rotated
    mintKey: (target, uid, accessKey) =>
      calls
        .document(
          target,
          {
            operation: "CreateKey",
            method: "PUT",
            path: "/user",
            idempotent: false,
            query: { key: "", uid, "access-key": accessKey, "generate-key": "true" }
          },
          Schema.Array(WireKey)
        )
        .pipe(
          unlessRaced,
          orNotFound("RGW user", uid),
          Effect.flatMap((keys) => keyOf("rgw.CreateKey", keys, accessKey))
        ),

    // A9: a missing name would be created, and without generate-key=false the secret would change
    setKeyActive: (target, uid, accessKey, active) =>
      Effect.gen(function* () {
        const user = yield* readUser(calls, target, uid)
        if (!user.keys.some((key) => key.access_key === accessKey))
          return yield* new NotFound({ entity: "Access key", id: accessKey })
        const keys = yield* calls
          .document(
            target,
            {
              operation: "SetKeyActive",
              method: "PUT",
              path: "/user",
              idempotent: true,
              query: { key: "", uid, "access-key": accessKey, "generate-key": "false", active: String(active) }
            },
            Schema.Array(WireKey)
          )
          .pipe(unlessRaced, orNotFound("RGW user", uid))
        return yield* keyOf("rgw.SetKeyActive", keys, accessKey)
      }),

    // A9: inactive keys are in no index: they need the uid
    removeKey: (target, accessKey, uid) =>
      calls
        .done(target, {
          operation: "RemoveKey",
          method: "DELETE",
          path: "/user",
          idempotent: true,
          query: { key: "", "access-key": accessKey, ...(uid === undefined ? {} : { uid }) }
        })
        .pipe(unlessRaced, ignoreMissingKey),
    removeUser: (target, uid) =>
      ignoreMissing(
        calls.done(target, {
          operation: "RemoveUser",
          method: "DELETE",
          path: "/user",
          idempotent: true,
          query: { uid }
        })
      )
  }
}

export const activeKeys = (calls: AdminCalls["Service"]): ActiveKeys["Service"] => ({
  of: (target, uid) =>
    Effect.map(readUser(calls, target, uid), (user) => {
      const key = user.keys.find(({ active }) => active !== false)
      return key === undefined || userOf(user).suspended
        ? null
        : { access_key: key.access_key, secret_key: key.secret_key }
    })
})
