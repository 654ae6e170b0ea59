import { Layer } from "effect"
import { Settings } from "#services/platform/Settings.ts"
import { readSettings } from "./readSettings.ts"

export const SettingsFromEnvironment = Layer.effect(Settings, readSettings)
