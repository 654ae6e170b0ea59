import { Context, type DateTime, Effect, Layer } from "effect"
import type { Caller } from "#domain/access/Caller.ts"
import type { NewUserKey, RemovedUserKey, UserKey } from "#domain/accounts/UserKeys.ts"
import { Conflict, type GatewayFailure, NotFound } from "#domain/errors/Errors.ts"
import { Audited } from "#services/audit/Audited.ts"
import { AdminTargets } from "#services/endpoints/AdminTargets.ts"
import { GatewayUsers } from "#services/endpoints/GatewayUsers.ts"
import { GatewayUserSettings } from "#services/endpoints/GatewayUserSettings.ts"
import { keyState } from "#services/endpoints/keyState.ts"
import { HeldKeys } from "./HeldKeys.ts"
import { Rgw } from "#services/endpoints/Rgw.ts"
import { KeyUseRecords } from "#services/credentials/KeyUseRecords.ts"
import type { OwnerActivity } from "#domain/accounts/OwnerActivity.ts"
import { newAccessKey } from "./gatewayNames.ts"
import { Registrations } from "./Registrations.ts"
import { userKeyKind, wanted } from "./userKeyChanges.ts"

type Failure = NotFound | Conflict | GatewayFailure

const ours = new Conflict({ code: "state_conflict", detail: "This is the key with which the console acts as this RGW user: rotate it instead (key rotation)" })
const technical = new Conflict({ code: "state_conflict", detail: "This is the technical key of the storage endpoint: rotate it instead (key rotation)" })

const keyOf = (
  key: Pick<UserKey, "access_key" | "active">, held: { readonly console: string; readonly endpoint: string; readonly connections: ReadonlySet<string> },
  made: DateTime.Utc | undefined, used: DateTime.Utc | undefined
): UserKey => ({
  ...key, console_key: key.access_key === held.console, endpoint_key: key.access_key === held.endpoint,
  connection_key: held.connections.has(key.access_key), created_at: made ?? null, last_used_at: used ?? null
})

/** The keys of a registered RGW user on its gateway. */
export class UserKeys extends Context.Service<UserKeys, {
  /** Two calls of the gateway. */
  readonly list: (id: number) => Effect.Effect<ReadonlyArray<UserKey>, NotFound | GatewayFailure>
  /** When the RGW user was last active at the gateway, by whichever key: the gateway tells it of users alone. */
  readonly activity: (id: number) => Effect.Effect<OwnerActivity, NotFound | GatewayFailure>
  /** Its secret is told now and never again. */
  readonly create: (caller: Caller, id: number) => Effect.Effect<NewUserKey, Failure>
  readonly setActive: (caller: Caller, id: number, accessKey: string, active: boolean) => Effect.Effect<UserKey, Failure>
  readonly remove: (caller: Caller, id: number, accessKey: string) => Effect.Effect<RemovedUserKey, Failure>
}>()("stowage/services/accounts/UserKeys") {
  static readonly layer = Layer.effect(UserKeys, Effect.gen(function*() {
    const registrations = yield* Registrations
    const { reach } = yield* AdminTargets
    const settings = yield* GatewayUserSettings
    const held = yield* HeldKeys
    const users = yield* GatewayUsers
    const uses = yield* KeyUseRecords
    const rgw = yield* Rgw
    const audited = yield* Audited

    const kindOf = (verb: "create" | "enable" | "disable" | "delete") => audited.gateway(userKeyKind({ users, reach }, verb))
    const changes = { create: kindOf("create"), enable: kindOf("enable"), disable: kindOf("disable"), delete: kindOf("delete") }

    const of = Effect.fnUntraced(function*(id: number) {
      const registration = yield* registrations.find("s3_user", id)
      const target = yield* reach(registration.storage_endpoint_id)
      const { access_key: consoleKey, name, storage_endpoint_id: endpoint_id, uid } = registration
      return { target, consoleKey, uid, about: (access_key: string) => ({ id, name, endpoint_id, uid, access_key }) }
    })

    /** A key that is there, and none of ours. */
    const another = Effect.fnUntraced(function*(id: number, accessKey: string) {
      const found = yield* of(id)
      const state = yield* keyState(users, found.target, found.uid, accessKey)
      if (state === "absent") return yield* new NotFound({ entity: "Access key", id: accessKey })
      if (accessKey === found.consoleKey) return yield* ours
      if (accessKey === found.target.credential.accessKey) return yield* technical
      return { ...found, state, now: keyState(users, found.target, found.uid, accessKey) }
    })

    const list = Effect.fn("UserKeys.list")(function*(id: number) {
      const { consoleKey, target, uid } = yield* of(id)
      const [{ access_keys, inactive_keys }, made] = yield* Effect.all([users.user(target, uid), settings.keyDates(target, uid)], { concurrency: 2 })
      const all = [...access_keys, ...inactive_keys]
      const [connections, used] = yield* Effect.all([held.ofConnections(target.endpointId, all), uses.lastUses(target.endpointId, all)])
      return [...access_keys.map((access_key) => ({ access_key, active: true })), ...inactive_keys.map((access_key) => ({ access_key, active: false }))]
        .map((key): UserKey => keyOf(key, { console: consoleKey, endpoint: target.credential.accessKey, connections }, made.get(key.access_key), used.get(key.access_key)))
        .sort((one, other) => Number(other.console_key) - Number(one.console_key) || one.access_key.localeCompare(other.access_key))
    })

    const create = Effect.fn("UserKeys.create")(function*(caller: Caller, id: number) {
      const { about, target, uid } = yield* of(id)
      const accessKey = newAccessKey()
      return yield* changes.create.kept(caller, target, about(accessKey), {
        change: users.mintKey(target, uid, accessKey),
        keep: (key) => Effect.succeed(key),
        entity: () => ({ type: "rgw_user", id: String(id), label: about(accessKey).name }),
        remains: (error) => Effect.logWarning("A key that nobody was told of could not be taken back yet").pipe(Effect.annotateLogs({ code: error.code }))
      })
    })

    const setActive = Effect.fn("UserKeys.setActive")(function*(caller: Caller, id: number, accessKey: string, active: boolean) {
      const { about, now, state, target, uid } = yield* another(id, accessKey)
      const verb = active ? "enable" : "disable"
      if (state !== wanted[verb]) {
        yield* changes[verb].asked(caller, target, about(accessKey), {
          before: Effect.map(now, (seen) => seen === wanted[verb]), change: users.setKeyActive(target, uid, accessKey, active)
        })
      }
      const made = yield* settings.keyDates(target, uid)
      const [connections, used] = yield* Effect.all([held.ofConnections(target.endpointId, [accessKey]), uses.lastUses(target.endpointId, [accessKey])])
      return keyOf({ access_key: accessKey, active }, { console: "", endpoint: "", connections }, made.get(accessKey), used.get(accessKey))
    })

    const remove = Effect.fn("UserKeys.remove")(function*(caller: Caller, id: number, accessKey: string) {
      const { about, now, target, uid } = yield* another(id, accessKey)
      yield* changes.delete.asked(caller, target, about(accessKey), {
        before: Effect.map(now, (seen) => seen === "absent"), change: users.removeKey(target, accessKey, uid)
      })
      return { id, name: accessKey, access_key: accessKey }
    })

    const activity = Effect.fn("UserKeys.activity")((id: number) => Effect.flatMap(of(id), ({ target, uid }) => rgw.lastActivity(target, uid)))

    return UserKeys.of({ list, activity, create, setActive, remove })
  }))
}
