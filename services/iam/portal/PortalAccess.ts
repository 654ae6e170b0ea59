import { Context, Effect, Layer } from "effect"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import type { PortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import { type Conflict, NotFound } from "#domain/platform/errors/Errors.ts"
import { effectiveSettings, settingValues } from "#domain/iam/portal/effectiveSettings.ts"
import {
  portalStateOf,
  type PortalAccounts,
  type PortalSettings,
  type PortalState,
  type UpdatePortalSettings
} from "#domain/iam/portal/PortalState.ts"
import { ContextRecords } from "#services/accounts/contexts/ContextRecords.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { RowVersions } from "#services/platform/audit/RowVersions.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { PortalSettingsRecords, type StoredPortalSettings } from "./PortalSettingsRecords.ts"

const missing = (id: number) => new NotFound({ entity: "RGW account", id: String(id) })

export class PortalAccess extends Context.Service<
  PortalAccess,
  {
    readonly accounts: (caller: Caller) => Effect.Effect<PortalAccounts>
    readonly state: (account: PortalAccount) => Effect.Effect<PortalState>
    readonly settings: (accountId: number) => Effect.Effect<PortalSettings, NotFound>
    readonly updateSettings: (
      caller: Caller,
      accountId: number,
      update: UpdatePortalSettings
    ) => Effect.Effect<PortalSettings, NotFound | Conflict>
  }
>()("stowage/services/iam/portal/PortalAccess") {
  static readonly layer = Layer.effect(
    PortalAccess,
    Effect.gen(function* () {
      const records = yield* PortalSettingsRecords
      const accounts = yield* ContextRecords
      const contexts = yield* ExecutionContexts
      const audited = yield* Audited
      const transaction = yield* Transaction
      const versions = yield* RowVersions

      const read = Effect.fnUntraced(function* (id: number) {
        return (yield* records.read(id)) ?? (yield* missing(id))
      })

      const describe = ({ installation, override, version }: StoredPortalSettings): PortalSettings => ({
        version,
        override,
        effective: effectiveSettings(override, installation)
      })

      const state = Effect.fn("PortalAccess.state")(function* ({ account_id, listing_key, role }: PortalAccount) {
        const { effective } = yield* Effect.orDie(Effect.map(read(account_id), describe))
        const { context } = yield* Effect.orDie(contexts.forListing(listing_key))
        return portalStateOf(role, settingValues(effective), context.capabilities.can_manage_iam)
      })

      const updateSettings = Effect.fn("PortalAccess.updateSettings")(
        (caller: Caller, id: number, { override, version }: UpdatePortalSettings) =>
          transaction.run(
            Effect.gen(function* () {
              yield* versions.lock("rgw_account", id, version)
              const before = yield* read(id)
              yield* records.write(id, override).pipe(
                audited.rows(
                  "portal_settings.update",
                  { type: "rgw_account", id: String(id), label: before.name },
                  {
                    by: byCaller(caller, "admin"),
                    message: `Portal settings of ${before.name} were changed`,
                    metadata: { before: before.override, after: override }
                  }
                )
              )
              return describe(yield* read(id))
            })
          )
      )

      return PortalAccess.of({
        accounts: Effect.fn("PortalAccess.accounts")(function* (caller: Caller) {
          const user = callerUser(caller)
          const rows = user === null ? [] : yield* accounts.portalAccounts(user.id)
          return { items: rows.map(({ account_id: id, name, role }) => ({ id, name, role })) }
        }),
        state,
        settings: Effect.fn("PortalAccess.settings")((id: number) => Effect.map(read(id), describe)),
        updateSettings
      })
    })
  )
}
