import type { FirstAdministrator } from "#domain/identity/signin/Authentication.ts"
import type { CallerUser } from "#domain/platform/access/Caller.ts"
import type { Forbidden, InvalidInput } from "#domain/platform/errors/Errors.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byOperator } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Associations } from "#services/identity/Associations.ts"
import { Context, DateTime, Effect, Layer } from "effect"
import { createSuperadmin, setupClosed } from "./createSuperadmin.ts"
import { NewPasswords } from "#services/platform/NewPasswords.ts"
import { SetupRecords } from "./SetupRecords.ts"
import { Users } from "#services/identity/users/Users.ts"

export class FirstAdministratorByOperator extends Context.Service<
  FirstAdministratorByOperator,
  {
    readonly isOpen: Effect.Effect<boolean>
    readonly create: (input: FirstAdministrator) => Effect.Effect<CallerUser, InvalidInput | Forbidden>
  }
>()("stowage/services/identity/FirstAdministratorByOperator") {
  static readonly layer = Layer.effect(
    FirstAdministratorByOperator,
    Effect.gen(function* () {
      const setup = yield* SetupRecords
      const passwords = yield* NewPasswords
      const transaction = yield* Transaction
      const foundAdministrator = createSuperadmin({
        users: yield* Users,
        associations: yield* Associations,
        audited: yield* Audited
      })

      const create = Effect.fn("FirstAdministratorByOperator.create")(function* (input: FirstAdministrator) {
        const passwordHash = yield* passwords.hash("password", input.password, input.email)
        const { user } = yield* transaction.run(
          Effect.gen(function* () {
            if (!(yield* setup.close(yield* DateTime.now))) return yield* setupClosed
            return yield* foundAdministrator(input, passwordHash, byOperator("auth"))
          })
        )
        return user
      })

      return FirstAdministratorByOperator.of({ isOpen: setup.isOpen, create })
    })
  )
}
