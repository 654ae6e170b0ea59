import type { Caller } from "#domain/platform/access/Caller.ts"
import type { Conflict, Forbidden, InvalidInput } from "#domain/platform/errors/Errors.ts"
import type { AuthenticationSettings as Values } from "#domain/identity/UiUser.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { Context, Effect, Layer } from "effect"

export class AuthenticationSettings extends Context.Service<
  AuthenticationSettings,
  {
    readonly read: Effect.Effect<Values>
    readonly update: (caller: Caller, values: Values) => Effect.Effect<Values, Forbidden | Conflict | InvalidInput>
  }
>()("stowage/services/identity/signin/AuthenticationSettings") {
  static readonly layer = Layer.effect(
    AuthenticationSettings,
    Effect.gen(function* () {
      const settings = yield* ApplicationSettings

      const only = ({ require_passkey_for_admins, require_passkey_for_users }: Values): Values => ({
        require_passkey_for_admins,
        require_passkey_for_users
      })

      const update = Effect.fn("AuthenticationSettings.update")((caller: Caller, values: Values) =>
        Effect.map(settings.update(caller, only(values)), only)
      )

      return AuthenticationSettings.of({ read: Effect.map(settings.read, only), update })
    })
  )
}
