import { Console, Effect, Layer, Redacted } from "effect"
import { Command } from "effect/cli"
import { Bootstrap } from "#services/identity/Bootstrap.ts"
import { Settings } from "#services/platform/Settings.ts"
import { SettingsFromEnvironment } from "#layers/config/SettingsFromEnvironment.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { SettingsDatabase } from "./database.ts"
import { OperatorServices } from "../Main.ts"

/** Browsers never send the fragment. */
export const setupLink = (origin: string, token: Redacted.Redacted) => `${origin}/setup#token=${Redacted.value(token)}`

export const bootstrapToken = Command.make("bootstrap-token", {}, () =>
  Effect.gen(function* () {
    yield* Migrations.requireUsableSchema()
    const { publicOrigin } = yield* Settings
    const token = yield* (yield* Bootstrap).issueToken
    yield* Console.log(`Create the first administrator within 15 minutes: ${setupLink(publicOrigin, token)}`)
  }).pipe(
    Effect.provide(
      OperatorServices.pipe(Layer.provideMerge(SettingsDatabase), Layer.provideMerge(SettingsFromEnvironment))
    )
  )
).pipe(Command.withDescription("Print a one-time link that creates the first administrator"))
