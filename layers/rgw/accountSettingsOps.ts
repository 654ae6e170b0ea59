import { DateTime, Effect, Schema, Stream } from "effect"
import { Conflict, StorageError } from "#domain/platform/errors/Errors.ts"
import type { AccountSettings, GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { UNREADABLE_ANSWER } from "../gateway/failures.ts"
import type { AdminCalls } from "./AdminCalls.ts"
import { orConflict, orNotFound, orRefusedAs } from "./refusals.ts"
import { allUsers, readUser } from "./users.ts"
import { limitsQuery, decodeMaxBuckets, decodeLimit, quotaOf, quotaQuery, WireQuota } from "./wire/Limits.ts"
import { usageOf, WireStatistics } from "./wire/Statistics.ts"
import { type WireKey, WireUser } from "./wire/User.ts"

const WireSettings = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  email: Schema.optionalKey(Schema.String),
  quota: WireQuota,
  bucket_quota: WireQuota,
  max_users: Schema.Int,
  max_roles: Schema.Int,
  max_groups: Schema.Int,
  max_buckets: Schema.Int,
  max_access_keys: Schema.Int
})

const settingsOf = (wire: typeof WireSettings.Type): AccountSettings => ({
  id: wire.id,
  name: wire.name,
  email: wire.email === undefined || wire.email === "" ? null : wire.email,
  limits: {
    max_users: decodeLimit(wire.max_users),
    max_groups: decodeLimit(wire.max_groups),
    max_roles: decodeLimit(wire.max_roles),
    max_buckets: decodeMaxBuckets(wire.max_buckets),
    max_access_keys: decodeLimit(wire.max_access_keys)
  },
  account_quota: quotaOf(wire.quota),
  bucket_quota: quotaOf(wire.bucket_quota)
})

export const accountSettingsOps = (calls: AdminCalls["Service"]): GatewayAccountSettings["Service"] => ({
  settings: (target, id) =>
    calls
      .document(
        target,
        { operation: "GetAccount", method: "GET", path: "/account", idempotent: true, query: { id } },
        WireSettings
      )
      .pipe(orNotFound("RGW account", id), Effect.map(settingsOf)),

  usage: (target, rootUid) =>
    calls
      .document(
        target,
        {
          operation: "GetUser",
          method: "GET",
          path: "/user",
          idempotent: true,
          query: { uid: rootUid, stats: "true" }
        },
        Schema.Struct({
          stats: Schema.optionalKey(WireStatistics)
        })
      )
      .pipe(
        orNotFound("RGW user", rootUid),
        Effect.zipWith(DateTime.now, ({ stats }, now) => usageOf(stats, now))
      ),

  // A2: a taken name is BucketAlreadyExists
  change: (target, id, { email, name, ...limits }) =>
    calls
      .done(target, {
        operation: "ModifyAccount",
        method: "PUT",
        path: "/account",
        idempotent: true,
        query: {
          id,
          ...(name === undefined ? {} : { name }),
          ...(email === undefined ? {} : { email }),
          ...limitsQuery(limits)
        }
      })
      .pipe(
        orNotFound("RGW account", id),
        orConflict("Another RGW account of this gateway has this name or e-mail address")
      ),

  setQuota: (target, id, type, quota) =>
    calls
      .done(target, {
        operation: "SetAccountQuota",
        method: "PUT",
        path: "/account",
        idempotent: true,
        query: { id, ...quotaQuery(type, quota) }
      })
      .pipe(orNotFound("RGW account", id)),

  members: (target, id) =>
    allUsers(calls, target).pipe(
      Stream.filter(({ account_id }) => account_id === id),
      Stream.map(({ display_name, keys, type, uid }) => ({
        uid,
        display_name,
        is_root: type === "root",
        access_keys: keys.map(({ access_key }) => access_key)
      })),
      Stream.runCollect,
      Effect.map((members) => members.sort((one, other) => (one.uid < other.uid ? -1 : 1)))
    ),

  restoreRoot: (target, id, { accessKey, displayName, uid }) =>
    Effect.gen(function* () {
      const keyIn = (keys: ReadonlyArray<typeof WireKey.Type>) =>
        keys.find(({ access_key }) => access_key === accessKey)
      const there = yield* Effect.catchTag(readUser(calls, target, uid), "NotFound", () => Effect.succeed(null))
      // the answer to an earlier attempt was lost: the user exists with the key
      const existingKey = there === null ? undefined : keyIn(there.keys)
      if (existingKey !== undefined) return { access_key: existingKey.access_key, secret_key: existingKey.secret_key }
      if (there !== null) return null
      const { keys } = yield* calls
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
              "account-id": id,
              "account-root": "true"
            }
          },
          WireUser
        )
        .pipe(orNotFound("RGW account", id), orConflict("Its root user could not be made again: the name is taken"))
      const newKey = keyIn(keys)
      return newKey !== undefined
        ? { access_key: newKey.access_key, secret_key: newKey.secret_key }
        : yield* new StorageError({
            operation: "rgw.CreateUser",
            storage_code: UNREADABLE_ANSWER,
            storage_status: 200,
            storage_request_id: null,
            detail: "The gateway did not answer the new key"
          })
    }),

  // the gateway names the first of users, buckets, roles and groups that it finds, under one of two codes
  delete: (target, id) =>
    calls
      .done(target, { operation: "DeleteAccount", method: "DELETE", path: "/account", idempotent: true, query: { id } })
      .pipe(
        orNotFound("RGW account", id),
        orRefusedAs(
          ({ storage_status }) => storage_status === 409,
          ({ detail }) =>
            new Conflict({ code: "state_conflict", detail: `The gateway keeps this RGW account. ${detail}` })
        )
      )
})
