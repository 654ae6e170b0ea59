import { Layer } from "effect"
import { Settings } from "#services/platform/Settings.ts"
import { readSettings } from "./readSettings.ts"

/** Settings as the environment of the process has them. */
export const SettingsFromEnvironment = Layer.effect(Settings, readSettings)
