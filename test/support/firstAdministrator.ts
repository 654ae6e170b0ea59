import { DateTime, Effect, Option, Redacted } from "effect"
import { Passwords } from "#services/platform/Passwords.ts"
import { Users } from "#services/identity/users/Users.ts"

export const administratorPassword = "correct horse battery staple"

export const firstAdministrator = Effect.gen(function* () {
  const users = yield* Users
  const existing = yield* users.byEmail("ada@example.org")
  const record = Option.isSome(existing)
    ? existing.value
    : yield* users.create(
        {
          email: "ada@example.org",
          fullName: "Ada Lovelace",
          role: "ui_superadmin",
          passwordHash: yield* (yield* Passwords).hash(Redacted.make(administratorPassword))
        },
        yield* DateTime.now
      )
  if (record === null) return yield* Effect.die(new Error("somebody else has her address"))
  return { user: record.user, authVersion: record.authVersion }
})
