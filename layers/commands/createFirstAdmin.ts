import { Console, Effect, Redacted, Schema } from "effect"
import { Command, Flag, Prompt } from "effect/cli"
import { FirstAdministrator } from "#domain/identity/signin/Authentication.ts"
import { FirstAdministratorByOperator } from "#services/identity/FirstAdministratorByOperator.ts"
import { setupClosed } from "#services/identity/createSuperadmin.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { answer } from "./answer.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { OperatorLayer } from "./operatorLayer.ts"

const askPassword = Effect.gen(function* () {
  const password = yield* Prompt.Hidden({ message: "Password (12 characters or more, not shown)" })
  const again = yield* Prompt.Hidden({ message: "The same password again" })
  if (Redacted.value(password) !== Redacted.value(again)) {
    return yield* new CommandFailed({ message: "the two passwords differ: nothing was created" })
  }
  return password
})

/** A schema's own message could repeat the value, such as the password. */
const checked = <A>(schema: Schema.ConstraintCodec<A, string>, value: string, refusal: string) =>
  Schema.decodeEffect(schema)(value).pipe(Effect.mapError(() => new CommandFailed({ message: refusal })))

const { email: Email, full_name: FullName, password: Password } = FirstAdministrator.fields

export const createFirstAdmin = Command.make(
  "create-first-admin",
  {
    email: Flag.String("email").pipe(Flag.withDescription("E-mail address to sign in with")),
    fullName: Flag.String("full-name").pipe(Flag.withDescription("Name to show"))
  },
  Effect.fn(function* (flags) {
    yield* Migrations.requireUsableSchema()
    const administrators = yield* FirstAdministratorByOperator
    if (!(yield* administrators.isOpen)) return yield* setupClosed
    const email = yield* checked(Email, flags.email, "--email: expected an e-mail address of at most 320 characters")
    const full_name = yield* checked(FullName, flags.fullName, "--full-name: expected 1 to 200 characters")
    const typed = yield* answer(askPassword, Redacted.make)
    const password = yield* checked(Password, Redacted.value(typed), "password: expected 12 to 256 characters")
    const created = yield* administrators
      .create({ email, full_name, password })
      .pipe(
        Effect.catchTag(
          "InvalidInput",
          ({ issues }) => new CommandFailed({ message: `password: ${issues[0]?.message ?? "not accepted"}` })
        )
      )
    yield* Console.log(`Created the first administrator ${created.email}: setup is closed for ever`)
  }, Effect.provide(OperatorLayer))
).pipe(
  Command.withDescription(
    "Create the first administrator; the password is asked for, or read as one line of standard input"
  ),
  Command.withExamples([
    {
      command: 'stowage create-first-admin --email ada@example.org --full-name "Ada Lovelace"',
      description: "Ask for the password"
    }
  ])
)
