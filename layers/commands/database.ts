import { Effect, Layer } from "effect"
import { Settings } from "#services/platform/Settings.ts"
import { SettingsFromEnvironment } from "#layers/config/SettingsFromEnvironment.ts"
import * as Database from "#layers/postgres/Database.ts"
import { Startup } from "#layers/postgres/Startup.ts"

export const SettingsDatabase = Layer.unwrap(
  Effect.gen(function* () {
    const settings = yield* Settings
    return Database.layer({
      url: settings.databaseUrl,
      dataDir: settings.dataDir,
      maxConnections: settings.databaseMaxConnections,
      startup: yield* Startup
    })
  })
).pipe(Layer.provideMerge(Startup.layer))

export const CommandDatabase = SettingsDatabase.pipe(Layer.provideMerge(SettingsFromEnvironment))
