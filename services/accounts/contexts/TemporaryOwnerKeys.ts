import { Context, DateTime, Duration, Effect, Layer, RcMap, type Scope } from "effect"
import { Caller } from "#domain/platform/access/Caller.ts"
import { type Conflict, type GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { keyState } from "#services/gateways/endpoints/keyState.ts"
import type { GatewayKey } from "#services/gateways/endpoints/Rgw.ts"
import { newAccessKey } from "../gatewayNames.ts"
import { UNREGISTERED_ID } from "../gatewaySubject.ts"
import { userKeyEntity, userKeyKind } from "../userKeyChanges.ts"
import { TemporaryKeyRecords, type TemporaryKey } from "./TemporaryKeyRecords.ts"

/** Consecutive items of a run share a key within this time. */
const IDLE_TIME = Duration.seconds(2)
/** Longer than a request or an item of work lasts: an older key belongs to a process that died. */
const MAX_LIFETIME = Duration.hours(1)

export class TemporaryOwnerKeys extends Context.Service<
  TemporaryOwnerKeys,
  {
    /** 404 for a suspended user: its new key would be refused. */
    readonly of: (
      caller: Caller,
      endpointId: number,
      uid: string
    ) => Effect.Effect<GatewayKey, NotFound | Conflict | GatewayFailure, Scope.Scope>
    /** Such a key ends once nobody holds it: whoever only finds it must not use it. */
    readonly isTemporary: (accessKey: string) => Effect.Effect<boolean>
    /** Removes keys of processes that died; silent gateways are retried next time. */
    readonly sweep: Effect.Effect<number>
  }
>()("stowage/services/accounts/contexts/TemporaryOwnerKeys") {
  static readonly layer = Layer.effect(
    TemporaryOwnerKeys,
    Effect.gen(function* () {
      const { reach } = yield* AdminTargets
      const users = yield* GatewayUsers
      const records = yield* TemporaryKeyRecords
      const audited = yield* Audited
      const kindOf = (verb: "create" | "delete") =>
        audited.gateway({
          ...userKeyKind({ users, reach }, verb, "cluster-admin"),
          action: `rgw_user.temporary_key.${verb}`
        })
      const [creation, deletion] = [kindOf("create"), kindOf("delete")]
      const aboutOf = ({ access_key, endpoint_id, uid }: TemporaryKey) => ({
        id: UNREGISTERED_ID,
        name: uid,
        endpoint_id,
        uid,
        access_key
      })

      const remove = Effect.fnUntraced(function* (caller: Caller, key: TemporaryKey) {
        const target = yield* reach(key.endpoint_id)
        yield* deletion.makeIdempotent(caller, target, aboutOf(key), {
          before: Effect.map(keyState(users, target, key.uid, key.access_key), (state) => state === "absent"),
          change: users.removeKey(target, key.access_key, key.uid)
        })
        yield* records.forget(key.access_key)
      })

      const make = Effect.fnUntraced(function* (caller: Caller, endpoint_id: number, uid: string) {
        const target = yield* reach(endpoint_id)
        const { suspended } = yield* users.user(target, uid)
        if (suspended) return yield* new NotFound({ entity: "Active access key of suspended RGW user", id: uid })
        const key: TemporaryKey = { access_key: newAccessKey(), endpoint_id, uid }
        yield* records.add(key, yield* DateTime.now)
        const mintedKey = yield* creation.makeAndStore(caller, target, aboutOf(key), {
          change: users.mintKey(target, uid, key.access_key),
          store: (minted) => Effect.succeed(minted),
          entity: () => userKeyEntity(aboutOf(key)),
          remains: ({ code }) =>
            Effect.logWarning("A temporary key is removed later").pipe(Effect.annotateLogs({ code }))
        })
        return { key, made: mintedKey }
      })

      const keys = yield* RcMap.make({
        lookup: ({ caller, endpointId, uid }: { caller: Caller; endpointId: number; uid: string }) =>
          Effect.map(
            Effect.acquireRelease(make(caller, endpointId, uid), ({ key }) =>
              Effect.catch(remove(caller, key), (error) =>
                Effect.logWarning("A temporary key is removed later").pipe(Effect.annotateLogs({ code: error.code }))
              )
            ),
            ({ made }) => made
          ),
        idleTimeToLive: IDLE_TIME
      })

      const sweep = Effect.gen(function* () {
        const due = yield* records.madeBefore(DateTime.subtractDuration(yield* DateTime.now, MAX_LIFETIME))
        const removed = yield* Effect.forEach(due, (key) =>
          remove(Caller.cases.Internal.make({}), key).pipe(
            Effect.as(1),
            Effect.catchTag("NotFound", () => Effect.as(records.forget(key.access_key), 1)),
            Effect.catch((error) =>
              Effect.logWarning("A temporary key is removed later").pipe(
                Effect.annotateLogs({ code: error.code }),
                Effect.as(0)
              )
            )
          )
        )
        return removed.reduce((sum: number, one) => sum + one, 0)
      }).pipe(Effect.withSpan("TemporaryOwnerKeys.sweep"))

      return TemporaryOwnerKeys.of({
        of: (caller, endpointId, uid) => RcMap.get(keys, { caller, endpointId, uid }),
        isTemporary: records.has,
        sweep
      })
    })
  )
}
