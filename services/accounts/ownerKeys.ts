import { type DateTime, Effect } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { UserKey } from "#domain/accounts/UserKeys.ts"
import { Conflict, NotFound } from "#domain/platform/errors/Errors.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { KeyUseRecords } from "#services/gateways/credentials/KeyUseRecords.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { GatewayUserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import { keyState } from "#services/gateways/endpoints/keyState.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { newAccessKey } from "./gatewayNames.ts"
import { type EndpointIdentity, registrationOf, UNREGISTERED_ID } from "./gatewaySubject.ts"
import { StoredKeys } from "./StoredKeys.ts"
import { type RegistrationKind, Registrations } from "./Registrations.ts"
import {
  type KeyWorkspace,
  type UserKeyChange,
  userKeyEntity,
  userKeyKind,
  type UserKeyVerb,
  STATE_AFTER
} from "./userKeyChanges.ts"

export type KeyOwner = { readonly kind: RegistrationKind; readonly id: number } | EndpointIdentity

const usedByConsole = new Conflict({
  code: "state_conflict",
  detail:
    "This is the key with which the console acts here: it is only rotated (key " +
    "rotation), neither switched off nor deleted"
})
const technical = new Conflict({
  code: "state_conflict",
  detail: "This is the technical key of the storage endpoint: it is only rotated (key rotation)"
})

const keyOf = (
  key: Pick<UserKey, "access_key" | "active">,
  storedKeys: { readonly console: string; readonly endpoint: string; readonly connections: ReadonlySet<string> },
  createdAt: DateTime.Utc | undefined,
  used: DateTime.Utc | undefined
): UserKey => ({
  ...key,
  console_key: key.access_key === storedKeys.console,
  endpoint_key: key.access_key === storedKeys.endpoint,
  connection_key: storedKeys.connections.has(key.access_key),
  created_at: createdAt ?? null,
  last_used_at: used ?? null
})

export const ownerKeys = (workspace: KeyWorkspace) =>
  Effect.gen(function* () {
    const registrations = yield* Registrations
    const { reach } = yield* AdminTargets
    const settings = yield* GatewayUserSettings
    const storedKeys = yield* StoredKeys
    const users = yield* GatewayUsers
    const uses = yield* KeyUseRecords
    const rgw = yield* Rgw
    const audited = yield* Audited

    const kindOf = (verb: UserKeyVerb) => audited.gateway(userKeyKind({ users, reach }, verb, workspace))
    const changes = {
      create: kindOf("create"),
      enable: kindOf("enable"),
      disable: kindOf("disable"),
      delete: kindOf("delete"),
      entity: userKeyEntity
    }

    const ofEndpoint = Effect.fnUntraced(function* (identity: EndpointIdentity) {
      const { endpoint_id, external_id: uid } = identity
      const target = yield* reach(endpoint_id)
      const { account_id } = yield* users.user(target, uid)
      const account =
        account_id === null
          ? null
          : yield* registrationOf(registrations, "account", { endpoint_id, external_id: account_id })
      const own = account?.uid === uid ? account : yield* registrationOf(registrations, "s3_user", identity)
      const inAccount = own !== null && own === account ? { account: own.external_id } : {}
      return {
        target,
        consoleKey: own?.access_key ?? "",
        uid,
        name: uid,
        about: (access_key: string): UserKeyChange => ({
          id: own?.id ?? UNREGISTERED_ID,
          name: uid,
          endpoint_id,
          uid,
          access_key,
          ...inAccount
        })
      }
    })

    const of = Effect.fnUntraced(function* (owner: KeyOwner) {
      if (!("kind" in owner)) return yield* ofEndpoint(owner)
      const { id, kind } = owner
      const registration = yield* registrations.find(kind, id)
      const target = yield* reach(registration.storage_endpoint_id)
      const { access_key: consoleKey, external_id, name, storage_endpoint_id: endpoint_id, uid } = registration
      const account = kind === "account" ? { account: external_id } : {}
      return {
        target,
        consoleKey,
        uid,
        name,
        about: (access_key: string): UserKeyChange => ({ id, name, endpoint_id, uid, access_key, ...account })
      }
    })

    const requireOtherKey = Effect.fnUntraced(function* (owner: KeyOwner, accessKey: string) {
      const ownerTarget = yield* of(owner)
      const state = yield* keyState(users, ownerTarget.target, ownerTarget.uid, accessKey)
      if (state === "absent") return yield* new NotFound({ entity: "Access key", id: accessKey })
      if (accessKey === ownerTarget.consoleKey) return yield* usedByConsole
      if (accessKey === ownerTarget.target.credential.accessKey) return yield* technical
      return { ...ownerTarget, state, now: keyState(users, ownerTarget.target, ownerTarget.uid, accessKey) }
    })

    const list = Effect.fn("OwnerKeys.list")(function* (owner: KeyOwner) {
      const { consoleKey, target, uid } = yield* of(owner)
      const [{ access_keys, inactive_keys }, creationDates] = yield* Effect.all(
        [users.user(target, uid), settings.keyDates(target, uid)],
        { concurrency: 2 }
      )
      const all = [...access_keys, ...inactive_keys]
      const [connections, used] = yield* Effect.all([
        storedKeys.ofConnections(target.endpointId, all),
        uses.lastUses(target.endpointId, all)
      ])
      return [
        ...access_keys.map((access_key) => ({ access_key, active: true })),
        ...inactive_keys.map((access_key) => ({ access_key, active: false }))
      ]
        .map(
          (key): UserKey =>
            keyOf(
              key,
              { console: consoleKey, endpoint: target.credential.accessKey, connections },
              creationDates.get(key.access_key),
              used.get(key.access_key)
            )
        )
        .sort(
          (one, other) =>
            Number(other.console_key) - Number(one.console_key) || one.access_key.localeCompare(other.access_key)
        )
    })

    const create = Effect.fn("OwnerKeys.create")(function* (caller: Caller, owner: KeyOwner) {
      const { about, target, uid } = yield* of(owner)
      const accessKey = newAccessKey()
      return yield* changes.create.makeAndStore(caller, target, about(accessKey), {
        change: users.mintKey(target, uid, accessKey),
        store: (key) => Effect.succeed(key),
        entity: () => changes.entity(about(accessKey)),
        remains: (error) =>
          Effect.logWarning("A key that nobody was told of could not be taken back yet").pipe(
            Effect.annotateLogs({ code: error.code })
          )
      })
    })

    const setActive = Effect.fn("OwnerKeys.setActive")(function* (
      caller: Caller,
      owner: KeyOwner,
      accessKey: string,
      active: boolean
    ) {
      const { about, now, state, target, uid } = yield* requireOtherKey(owner, accessKey)
      const verb = active ? "enable" : "disable"
      if (state !== STATE_AFTER[verb]) {
        yield* changes[verb].makeIdempotent(caller, target, about(accessKey), {
          before: Effect.map(now, (state) => state === STATE_AFTER[verb]),
          change: users.setKeyActive(target, uid, accessKey, active)
        })
      }
      const creationDates = yield* settings.keyDates(target, uid)
      const [connections, used] = yield* Effect.all([
        storedKeys.ofConnections(target.endpointId, [accessKey]),
        uses.lastUses(target.endpointId, [accessKey])
      ])
      return keyOf(
        { access_key: accessKey, active },
        { console: "", endpoint: "", connections },
        creationDates.get(accessKey),
        used.get(accessKey)
      )
    })

    const remove = Effect.fn("OwnerKeys.remove")(function* (caller: Caller, owner: KeyOwner, accessKey: string) {
      const { about, now, target, uid } = yield* requireOtherKey(owner, accessKey)
      yield* changes.delete.makeIdempotent(caller, target, about(accessKey), {
        before: Effect.map(now, (state) => state === "absent"),
        change: users.removeKey(target, accessKey, uid)
      })
      return { id: about(accessKey).id, name: accessKey, access_key: accessKey }
    })

    const activity = Effect.fn("OwnerKeys.activity")((owner: KeyOwner) =>
      Effect.flatMap(of(owner), ({ target, uid }) => rgw.lastActivity(target, uid))
    )

    return { of, list, activity, create, setActive, remove }
  })
