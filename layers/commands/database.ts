import { Effect, Layer } from "effect"
import { Settings } from "#services/settings/Settings.ts"
import { SettingsFromEnvironment } from "#layers/config/SettingsFromEnvironment.ts"
import * as Database from "#layers/postgres/Database.ts"

/** The database that the settings name; the embedded one is started for as long as the command runs. */
export const SettingsDatabase = Layer.unwrap(Effect.map(Settings, (settings) =>
  Database.layer({ url: settings.databaseUrl, dataDir: settings.dataDir, maxConnections: settings.databaseMaxConnections })))

/** For commands that need no more than settings and database. */
export const CommandDatabase = SettingsDatabase.pipe(Layer.provideMerge(SettingsFromEnvironment))
