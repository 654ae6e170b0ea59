import { Effect, Schedule, Schema } from "effect"
import type { DomainError, NotFound, StorageError } from "#domain/platform/errors/Errors.ts"
import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { StoredKeyType } from "#domain/fleet/KeyRotation.ts"
import type { GatewayChangeKind } from "#services/platform/audit/GatewayChangeKind.ts"
import { type KeyState, keyState } from "#services/gateways/endpoints/keyState.ts"
import type { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import type { GatewayKey } from "#services/gateways/endpoints/Rgw.ts"
import type { StoredKey } from "./KeyHolders.ts"

export const nouns: Record<StoredKeyType, string> = {
  account: "rgw_account",
  s3_user: "rgw_user",
  connection: "s3_connection",
  endpoint: "storage_endpoint"
}

const About = Schema.Struct({
  type: Schema.Literals(["account", "s3_user", "connection", "endpoint"]),
  id: Schema.Int,
  name: Schema.String,
  external_id: Schema.String,
  endpoint_id: Schema.Int,
  uid: Schema.String,
  old_key: Schema.String,
  new_key: Schema.String,
  deletes: Schema.Boolean
})
export type KeyChange = typeof About.Type

/** `rotate` and `restore` activate a key, which is rolled back unless stored; `retire` disables or deletes one. */
export type KeyVerb = "rotate" | "restore" | "retire"

const done: Record<KeyVerb, (about: KeyChange) => string> = {
  rotate: ({ new_key, old_key }) => `key ${new_key} takes the place of ${old_key}`,
  restore: ({ new_key, old_key }) => `key ${old_key} takes its place again instead of ${new_key}`,
  retire: ({ deletes, old_key }) => `key ${old_key} is ${deletes ? "deleted" : "switched off"}`
}

export const keyChangeOf = (
  storedKey: StoredKey,
  uid: string,
  keys: { readonly old: string; readonly new: string },
  deletes: boolean
): KeyChange => ({
  type: storedKey.type,
  id: storedKey.id,
  name: storedKey.name,
  external_id: storedKey.external_id,
  endpoint_id: storedKey.endpoint_id,
  uid,
  old_key: keys.old,
  new_key: keys.new,
  deletes
})

interface Ports {
  readonly users: GatewayUsers["Service"]
  readonly reach: (endpointId: number) => Effect.Effect<AdminTarget, NotFound>
}

export const isRetired = (state: KeyState, deletes: boolean) => state === "absent" || (state === "inactive" && !deletes)

/** Exclusive per holder. An activated key without outcome is rolled back; a retired one is read. */
export const keyChangeKind = (
  { reach, users }: Ports,
  type: StoredKeyType,
  verb: KeyVerb,
  scope: "admin" | "manager"
): GatewayChangeKind<KeyChange, AdminTarget, null> => {
  const action = `${nouns[type]}.key.${verb}`
  return {
    action,
    scope,
    about: About,
    gateway: ({ endpoint_id }) => `endpoint:${endpoint_id}`,
    // same as registration: services/accounts/registrationChanges.ts
    thing: ({ endpoint_id, external_id }) =>
      type === "endpoint" ? `endpoint:${endpoint_id}/technical-key` : `endpoint:${endpoint_id}/${type}:${external_id}`,
    entity: ({ id, name }) => ({ type: nouns[type], id: String(id), label: name }),
    messages: (about) => {
      const what = `${about.name}: ${done[verb](about)}`
      return {
        success: what,
        failure: `${what}: failed, and is as it was`,
        unknown: `${what}: it is not known whether it happened`
      }
    },
    metadata: ({ new_key, old_key }) => ({ old_key, new_key }),
    reach: ({ endpoint_id }) => reach(endpoint_id),
    recover: Effect.fnUntraced(function* (target: AdminTarget, { deletes, new_key, old_key, uid }: KeyChange) {
      if (verb === "retire")
        return {
          isApplied: isRetired(yield* keyState(users, target, uid, old_key), deletes),
          observed: null,
          rows: Effect.void
        }
      if (verb === "rotate") yield* users.removeKey(target, new_key, uid)
      else yield* Effect.catchTag(users.setKeyActive(target, uid, old_key, false), "NotFound", () => Effect.void)
      return { isApplied: false, observed: null, rows: Effect.void }
    }),
    assumeApplied: verb === "retire" ? () => ({ isApplied: true, observed: null, rows: Effect.void }) : null
  }
}

const isUnknownKey = (error: DomainError): error is StorageError =>
  error._tag === "StorageError" && error.storage_status === 403 && error.storage_code !== "UserSuspended"

/** True when the gateway knows the key but its owner lacks permission, as with the old key. */
export const isAccepted = (error: DomainError): boolean =>
  error._tag === "StorageError" && error.storage_code === "AccessDenied"

/** New keys reach other RGW processes late: retries after 0.1, 0.2, 0.4 … 1.6 s, three seconds in all. */
const propagation = Schedule.exponential("100 millis")

export const retryUntilAccepted = <A, E extends DomainError, R>(ask: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(ask, { schedule: propagation, times: 5, while: (error) => isUnknownKey(error) })

export const gatewayCredentialOf = ({ access_key, secret_key }: GatewayKey) =>
  GatewayCredential.opened({ accessKey: access_key, secretKey: secret_key, sessionToken: null })
