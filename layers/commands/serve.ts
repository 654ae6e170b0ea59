import { Console, Effect, Layer } from "effect"
import { Command, Flag } from "effect/cli"
import { Bootstrap } from "#services/setup/Bootstrap.ts"
import { Settings } from "#services/settings/Settings.ts"
import { SettingsFromEnvironment } from "#layers/config/SettingsFromEnvironment.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { Telemetry } from "#layers/telemetry/Telemetry.ts"
import { setupLink } from "./bootstrapToken.ts"
import { SettingsDatabase } from "./database.ts"
import { Main } from "../Main.ts"

/** The fence: without --migrate a database of another version is refused, and the way to mend it printed. */
const currentSchema = (migrate: boolean) =>
  Layer.effectDiscard(Effect.andThen(migrate ? Migrations.migrate() : Effect.void, Migrations.requireCurrentSchema()))

const welcome = Effect.gen(function*() {
  const { publicOrigin } = yield* Settings
  const bootstrap = yield* Bootstrap
  const ready = `Stowage is ready: ${publicOrigin}`
  if (!(yield* bootstrap.isOpen)) return yield* Console.log(ready)
  const link = setupLink(publicOrigin, yield* bootstrap.issueToken)
  yield* Console.log(`${ready}\nCreate the first administrator (once, within 15 minutes): ${link}`)
})

/** Runs the service until it is told to stop. */
export const serve = Command.make(
  "serve",
  { migrate: Flag.Boolean("migrate").pipe(Flag.withDescription("Apply pending migrations first"), Flag.withDefault(false)) },
  ({ migrate }) =>
    Effect.andThen(welcome, Effect.never).pipe(
      Effect.provide(
        Main.pipe(
          Layer.provide(currentSchema(migrate)),
          Layer.provideMerge(SettingsDatabase),
          Layer.provideMerge(Telemetry),
          Layer.provideMerge(SettingsFromEnvironment)
        )
      )
    )
).pipe(Command.withDescription("Serve the API, the console, the streams and the schedules"))
