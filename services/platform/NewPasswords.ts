import { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { passwordFault } from "#domain/identity/signin/passwordFault.ts"
import { Context, Effect, Layer, Redacted } from "effect"
import { Passwords } from "./Passwords.ts"

/** Every stored password comes from here. */
export class NewPasswords extends Context.Service<
  NewPasswords,
  {
    /** 422 at `payload.<field>` when it is easy to guess. */
    readonly hash: (field: string, password: Redacted.Redacted, email: string) => Effect.Effect<string, InvalidInput>
  }
>()("stowage/services/platform/NewPasswords") {
  static readonly layer = Layer.effect(
    NewPasswords,
    Effect.gen(function* () {
      const passwords = yield* Passwords

      const hash = Effect.fn("NewPasswords.hash")(function* (
        field: string,
        password: Redacted.Redacted,
        email: string
      ) {
        const fault = passwordFault(Redacted.value(password), email, yield* passwords.common)
        if (fault !== null) return yield* InvalidInput.at(`payload.${field}`, fault)
        return yield* passwords.hash(password)
      })

      return NewPasswords.of({ hash })
    })
  )
}
