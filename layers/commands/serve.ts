import { Console, Duration, Effect, Layer, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { Bootstrap } from "#services/identity/Bootstrap.ts"
import { Settings } from "#services/platform/Settings.ts"
import { SettingsFromEnvironment } from "#layers/config/SettingsFromEnvironment.ts"
import * as DatabaseClock from "#layers/postgres/DatabaseClock.ts"
import { Startup } from "#layers/postgres/Startup.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import * as StoredCredentialsSql from "#layers/sql/gateways/StoredCredentialsSql.ts"
import { LogFailureHandler } from "#layers/telemetry/LogFailureHandler.ts"
import { Telemetry } from "#layers/telemetry/Telemetry.ts"
import { setupLink } from "./bootstrapToken.ts"
import { SettingsDatabase } from "./database.ts"
import { requireConnections } from "./requireConnections.ts"
import { requireCredentialKeys } from "./requireCredentialKeys.ts"
import { requireRunnerHost } from "./requireRunnerHost.ts"
import { Main } from "../Main.ts"

const Sound = Layer.effectDiscard(
  Effect.andThen(Effect.andThen(requireConnections, requireRunnerHost()), requireCredentialKeys)
).pipe(Layer.provide(StoredCredentialsSql.layer))

const currentSchema = (migrate: boolean) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { backupVerified } = yield* Settings
      if (migrate) yield* Migrations.migrate(Migrations.migrationsDirectory, backupVerified)
      yield* Migrations.requireUsableSchema()
    })
  )

const welcome = Effect.gen(function* () {
  const { publicOrigin, runner } = yield* Settings
  const bootstrap = yield* Bootstrap
  const ready = `Stowage is ready: ${publicOrigin}`
  if (!(yield* bootstrap.isOpen)) return yield* Console.log(ready)
  // a new token revokes the older one: of several replicas only the first prints a link
  const token = yield* Option.isSome(runner) ? bootstrap.issueTokenOnce : bootstrap.issueToken
  yield* Console.log(
    token === null
      ? `${ready}\nThe link that creates the first administrator is in the output of another replica, which ` +
          "issued it within the last two minutes. For a new one: stowage bootstrap-token"
      : `${ready}\nCreate the first administrator (once, within 15 minutes): ${setupLink(publicOrigin, token)}`
  )
})

/** Seconds for a stop besides SHUTDOWN_DELAY: the database may hang. */
const MAX_STOP_SECONDS = 30

const stopInTime = Effect.gen(function* () {
  const { shutdownDelay } = yield* Settings
  const seconds = MAX_STOP_SECONDS + Duration.toSeconds(shutdownDelay)
  const began = () => {
    setTimeout(() => {
      process.stderr.write(`Stowage did not come to its end within ${seconds} s of being told to stop: it is ended\n`)
      process.exit(1)
    }, seconds * 1_000).unref()
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, began)
})

export const serve = Command.make(
  "serve",
  {
    migrate: Flag.Boolean("migrate").pipe(
      Flag.withDescription("Apply pending migrations first"),
      Flag.withDefault(false)
    )
  },
  ({ migrate }) =>
    Effect.andThen(Effect.all([stopInTime, welcome, Effect.flatMap(Startup, ({ end }) => end)]), Effect.never).pipe(
      Effect.provide(
        Main.pipe(
          Layer.provide(Sound),
          Layer.provide(currentSchema(migrate)),
          Layer.provideMerge(DatabaseClock.layer),
          Layer.provideMerge(SettingsDatabase),
          Layer.provideMerge(Telemetry),
          Layer.provideMerge(SettingsFromEnvironment),
          Layer.provideMerge(LogFailureHandler)
        )
      )
    )
).pipe(Command.withDescription("Serve the API, the console, the streams and the schedules"))
