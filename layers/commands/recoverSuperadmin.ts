import { Console, Effect } from "effect"
import { Command, Prompt } from "effect/cli"
import { EmergencyRecovery, recoveryPhrase, type RecoveryPlan } from "#services/identity/EmergencyRecovery.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { answer } from "./answer.ts"
import { OperatorLayer } from "./operatorLayer.ts"

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`

const taken = ({ challenges, passkeys, recoveryCodes, sessions, tokens }: RecoveryPlan) =>
  `${counted(passkeys, "passkey")}, ${counted(recoveryCodes, "recovery code")} and ` +
  `${counted(challenges, "pending challenge")} removed, ` +
  `${counted(sessions, "session")} and ${counted(tokens, "API token")} ended`

const whatFollows = ({ next }: RecoveryPlan) =>
  next === "webauthn_enrollment"
    ? "The next sign-in follows the passkey policy: the password, then a new passkey has to be enrolled."
    : "The next sign-in follows the passkey policy: the password alone is enough."

export const recoverSuperadmin = Command.make(
  "recover-superadmin",
  {},
  Effect.fn(function* () {
    yield* Migrations.requireUsableSchema()
    const recovery = yield* EmergencyRecovery
    const plan = yield* recovery.plan
    yield* Console.log(
      `The only active superadmin is ${plan.user.full_name} <${plan.user.email}>.\n` +
        `What will happen: ${taken(plan)}. The password stays.\n${whatFollows(plan)}`
    )
    const phrase = yield* answer(
      Prompt.String({ message: `Type "${recoveryPhrase(plan.user)}" to do so` }),
      (line) => line
    )
    const done = yield* recovery.recover(phrase)
    yield* Console.log(`Done: ${taken(done)}.\n${whatFollows(done)}`)
  }, Effect.provide(OperatorLayer))
).pipe(
  Command.withDescription("Take passkeys, sessions and tokens from the only superadmin, who cannot sign in any more")
)
