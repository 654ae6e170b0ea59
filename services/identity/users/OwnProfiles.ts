import { Context, Effect, Layer } from "effect"
import { type Caller, callerUser, isAdminLike } from "#domain/platform/access/Caller.ts"
import { InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { type OwnProfile, preferencesOf, type UpdateOwnProfile } from "#domain/identity/OwnProfile.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byOneself, uiUser } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { OwnProfileRecords } from "./OwnProfileRecords.ts"

export class OwnProfiles extends Context.Service<
  OwnProfiles,
  {
    readonly get: (caller: Caller) => Effect.Effect<OwnProfile, NotFound>
    readonly update: (caller: Caller, input: UpdateOwnProfile) => Effect.Effect<OwnProfile, InvalidInput | NotFound>
  }
>()("stowage/services/identity/users/OwnProfiles") {
  static readonly layer = Layer.effect(
    OwnProfiles,
    Effect.gen(function* () {
      const records = yield* OwnProfileRecords
      const audited = yield* Audited
      const transaction = yield* Transaction

      const get = Effect.fn("OwnProfiles.get")(function* (caller: Caller) {
        const user = callerUser(caller)
        const profile = user === null ? null : yield* records.find(user.id)
        return profile ?? (yield* new NotFound({ entity: "Console user", id: "me" }))
      })

      const update = Effect.fn("OwnProfiles.update")((caller: Caller, input: UpdateOwnProfile) =>
        transaction.run(
          Effect.gen(function* () {
            const before = yield* get(caller)
            const {
              preferences,
              quota_alerts_enabled = before.quota_alerts_enabled,
              quota_alerts_global_watch = before.quota_alerts_global_watch
            } = input
            if (quota_alerts_global_watch && !isAdminLike(before.role)) {
              return yield* InvalidInput.at(
                "payload.quota_alerts_global_watch",
                "Watching everybody's quotas is for administrators"
              )
            }
            if (
              quota_alerts_enabled !== before.quota_alerts_enabled ||
              quota_alerts_global_watch !== before.quota_alerts_global_watch
            ) {
              yield* records.setAlerts(before.id, { quota_alerts_enabled, quota_alerts_global_watch }).pipe(
                audited.rows("ui_user.set_alerts", uiUser(before), {
                  by: { ...byOneself(before), scope: "profile" },
                  message: "Quota alerts were switched",
                  metadata: { quota_alerts_enabled, quota_alerts_global_watch }
                })
              )
            }
            if (preferences !== undefined)
              yield* records.setPreferences(before.id, preferencesOf({ ...before.preferences, ...preferences }))
            return yield* get(caller)
          })
        )
      )

      return OwnProfiles.of({ get, update })
    })
  )
}
