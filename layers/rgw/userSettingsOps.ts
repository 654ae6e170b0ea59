import { DateTime, Effect, Schema } from "effect"
import {
  type Cap,
  type CapPermission,
  type OperationType,
  operationTypes,
  sortedCaps
} from "#domain/accounts/GatewaySettings.ts"
import { Conflict, InvalidInput } from "#domain/platform/errors/Errors.ts"
import type { GatewayUserSettings, UserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import type { AdminCalls } from "./AdminCalls.ts"
import { isDenied, orConflict, orNotFound, orRefusedAs, hasStatus, unlessRaced } from "./refusals.ts"
import {
  encodeMaxBuckets,
  decodeMaxBuckets,
  quotaOf,
  quotaQuery,
  rateLimitOf,
  rateLimitQuery,
  WireQuota,
  WireRateLimit
} from "./wire/Limits.ts"
import { usageOf, WireStatistics } from "./wire/Statistics.ts"
import { WireUser } from "./wire/User.ts"

export const WireSettings = Schema.Struct({
  ...WireUser.fields,
  max_buckets: Schema.Int,
  op_mask: Schema.optionalKey(Schema.String),
  default_placement: Schema.optionalKey(Schema.String),
  default_storage_class: Schema.optionalKey(Schema.String),
  caps: Schema.Array(Schema.Struct({ type: Schema.String, perm: Schema.String })),
  user_quota: WireQuota,
  bucket_quota: WireQuota,
  stats: Schema.optionalKey(WireStatistics)
})

/** Only the raw record has the creation time of a key (A19). */
const WireKeyDates = Schema.Struct({
  data: Schema.Struct({
    keys: Schema.Array(Schema.Struct({ access_key: Schema.String, create_date: Schema.optionalKey(Schema.String) }))
  })
})

const orNull = (text: string | undefined) => (text === undefined || text === "" ? null : text)

const permOf = (text: string): CapPermission | null => {
  const [reads, writes] = [text === "*" || text.includes("read"), text === "*" || text.includes("write")]
  return reads && writes ? "*" : reads ? "read" : writes ? "write" : null
}

const capsOf = (wire: (typeof WireSettings.Type)["caps"]): ReadonlyArray<Cap> =>
  sortedCaps(
    wire.flatMap(({ perm, type }) => {
      const allowed = permOf(perm)
      return allowed === null ? [] : [{ type, perm: allowed }]
    })
  )

/** A22: "read, write, delete" or "<none>". */
const opMaskOf = (text: string | undefined): ReadonlyArray<OperationType> => {
  const types = text?.split(/[,\s]+/u)
  return types === undefined ? operationTypes : operationTypes.filter((type) => types.includes(type))
}

export const settingsOf = (wire: typeof WireSettings.Type, now: DateTime.Utc): UserSettings => ({
  uid: orNull(wire.tenant) === null ? wire.user_id : `${wire.tenant}$${wire.user_id}`,
  display_name: wire.display_name,
  email: orNull(wire.email),
  account_id: orNull(wire.account_id),
  suspended: wire.suspended !== 0 && wire.suspended !== false,
  max_buckets: decodeMaxBuckets(wire.max_buckets),
  op_mask: opMaskOf(wire.op_mask),
  default_placement: orNull(wire.default_placement),
  default_storage_class: orNull(wire.default_storage_class),
  user_quota: quotaOf(wire.user_quota),
  bucket_quota: quotaOf(wire.bucket_quota),
  caps: capsOf(wire.caps),
  access_keys: wire.keys.map(({ access_key }) => access_key),
  usage: usageOf(wire.stats, now)
})

const isUnknownAddress = hasStatus([405, 501])

const dateOf = (text: string | undefined) =>
  text === undefined ? [] : DateTime.make(text).pipe((made) => (made._tag === "Some" ? [made.value] : []))

export const userSettingsOps = (calls: AdminCalls["Service"]): GatewayUserSettings["Service"] => ({
  settings: (target, uid) =>
    calls
      .document(
        target,
        { operation: "GetUser", method: "GET", path: "/user", idempotent: true, query: { uid, stats: "true" } },
        WireSettings
      )
      .pipe(orNotFound("RGW user", uid), Effect.zipWith(DateTime.now, settingsOf)),

  rateLimit: (target, uid) =>
    calls
      .document(
        target,
        {
          operation: "GetRateLimit",
          method: "GET",
          path: "/ratelimit",
          idempotent: true,
          query: { "ratelimit-scope": "user", uid }
        },
        Schema.Struct({ user_ratelimit: WireRateLimit })
      )
      .pipe(
        Effect.map(({ user_ratelimit }) => ({ state: "known" as const, limit: rateLimitOf(user_ratelimit) })),
        Effect.catchIf(isUnknownAddress, () => Effect.succeed({ state: "not_supported" as const })),
        Effect.catchIf(isDenied, () => Effect.succeed({ state: "refused" as const }))
      ),

  keyDates: (target, uid) =>
    calls
      .document(
        target,
        { operation: "GetUserRecord", method: "GET", path: "/metadata/user", idempotent: true, query: { key: uid } },
        WireKeyDates
      )
      .pipe(
        Effect.map(
          ({ data }) =>
            new Map(
              data.keys.flatMap(({ access_key, create_date }) =>
                dateOf(create_date).map((made) => [access_key, made] as const)
              )
            )
        ),
        Effect.catchIf(hasStatus([403, 404, 405, 501]), () => Effect.succeed(new Map<string, DateTime.Utc>()))
      ),

  change: (target, uid, { default_placement, display_name, email, max_buckets, op_mask, suspended }) =>
    calls
      .done(target, {
        operation: "ModifyUser",
        method: "POST",
        path: "/user",
        idempotent: true,
        query: {
          uid,
          ...(display_name === undefined ? {} : { "display-name": display_name }),
          ...(email === undefined ? {} : { email: email ?? "" }),
          ...(max_buckets === undefined ? {} : { "max-buckets": encodeMaxBuckets(max_buckets) }),
          ...(op_mask === undefined ? {} : { "op-mask": op_mask.join(",") || "none" }),
          ...(default_placement == null ? {} : { "default-placement": default_placement }),
          ...(suspended === undefined ? {} : { suspended: String(suspended) })
        }
      })
      .pipe(
        unlessRaced,
        orNotFound("RGW user", uid),
        orConflict("Another RGW user of this gateway has this e-mail address"),
        orRefusedAs(
          // a display name can be refused by the same code
          ({ storage_code }) =>
            storage_code === "InvalidArgument" && default_placement != null && display_name === undefined,
          () =>
            InvalidInput.at(
              "payload.default_placement",
              `This gateway has no placement target ${default_placement ?? ""}`
            )
        )
      ),

  setQuota: (target, uid, type, quota) =>
    calls
      .done(target, {
        operation: "SetUserQuota",
        method: "PUT",
        path: "/user",
        idempotent: true,
        query: { uid, ...quotaQuery(type, quota) }
      })
      .pipe(unlessRaced, orNotFound("RGW user", uid)),

  changeCaps: (target, uid, change, caps) =>
    calls
      .done(target, {
        operation: change === "add" ? "AddCaps" : "RemoveCaps",
        method: change === "add" ? "PUT" : "DELETE",
        path: "/user",
        idempotent: true,
        query: { caps: "", uid, "user-caps": caps.map(({ perm, type }) => `${type}=${perm}`).join(";") }
      })
      .pipe(
        unlessRaced,
        orNotFound("RGW user", uid),
        orRefusedAs(
          ({ storage_code }) => storage_code === "InvalidCapability",
          () =>
            InvalidInput.at(
              "payload.caps",
              `This gateway does not know all of these capabilities: ${caps.map(({ type }) => type).join(", ")}`
            )
        )
      ),

  setRateLimit: (target, uid, limit) =>
    calls
      .done(target, {
        operation: "SetRateLimit",
        method: "POST",
        path: "/ratelimit",
        idempotent: true,
        query: { "ratelimit-scope": "user", uid, ...rateLimitQuery(limit) }
      })
      .pipe(
        unlessRaced,
        orNotFound("RGW user", uid),
        orRefusedAs(
          isUnknownAddress,
          () =>
            new Conflict({
              code: "state_conflict",
              detail: "This gateway has no rate limits: Ceph RGW knows them from release 17 (Quincy) on"
            })
        )
      ),

  // A10: a user that owns buckets is BucketAlreadyExists
  delete: (target, uid) =>
    calls
      .done(target, { operation: "DeleteUser", method: "DELETE", path: "/user", idempotent: true, query: { uid } })
      .pipe(
        orNotFound("RGW user", uid),
        orRefusedAs(
          hasStatus([409]),
          () =>
            new Conflict({
              code: "bucket_not_empty",
              detail:
                "The gateway keeps this RGW user because it still owns buckets: delete them, or give them to " +
                "somebody else, first"
            })
        )
      )
})
