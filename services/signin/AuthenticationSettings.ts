import type { Caller } from "#domain/access/Caller.ts"
import { CurrentStepUp } from "#domain/passkeys/CurrentStepUp.ts"
import type { Forbidden } from "#domain/errors/Errors.ts"
import type { AuthenticationSettings as Values } from "#domain/users/UiUser.ts"
import { Audited } from "#services/audit/Audited.ts"
import { byCaller } from "#services/audit/auditBy.ts"
import { Transaction } from "#services/audit/Transaction.ts"
import { Context, DateTime, Effect, Layer } from "effect"
import { Users } from "#services/users/Users.ts"

/** Who must have a passkey. A change takes effect at the next sign-in and ends no session. */
export class AuthenticationSettings extends Context.Service<AuthenticationSettings, {
  readonly read: Effect.Effect<Values>
  /** Asks for step-up once something really changes. */
  readonly update: (caller: Caller, values: Values) => Effect.Effect<Values, Forbidden>
}>()("stowage/services/signin/AuthenticationSettings") {
  static readonly layer = Layer.effect(AuthenticationSettings, Effect.gen(function*() {
    const users = yield* Users
    const audited = yield* Audited
    const transaction = yield* Transaction

    const read = Effect.map(users.passkeyPolicy, ({ requireForAdmins, requireForUsers }): Values => ({
      require_passkey_for_admins: requireForAdmins, require_passkey_for_users: requireForUsers
    }))

    const update = Effect.fn("AuthenticationSettings.update")((caller: Caller, values: Values) =>
      transaction.run(Effect.gen(function*() {
        const before = yield* read
        const { require_passkey_for_admins: requireForAdmins, require_passkey_for_users: requireForUsers } = values
        if (before.require_passkey_for_admins === requireForAdmins && before.require_passkey_for_users === requireForUsers) return before
        yield* yield* CurrentStepUp
        yield* users.setPasskeyPolicy({ requireForAdmins, requireForUsers }, yield* DateTime.now).pipe(
          audited.rows("authentication_settings.update", { type: "application_settings", id: null, label: null }, {
            by: byCaller(caller, "admin"), message: "Who must have a passkey was changed", metadata: { before, after: values }
          })
        )
        return values
      })))

    return AuthenticationSettings.of({ read, update })
  }))
}
