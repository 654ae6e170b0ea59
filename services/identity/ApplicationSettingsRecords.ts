import { Context, type DateTime, type Effect } from "effect"
import type { KeptSettings, SettingValues } from "#domain/identity/application/ApplicationSettings.ts"

export interface KeptDocument {
  readonly kept: KeptSettings
  readonly version: number
  readonly updatedAt: DateTime.Utc | null
}

/** Settings document as one row. The database increments its version and announces it. */
export class ApplicationSettingsRecords extends Context.Service<ApplicationSettingsRecords, {
  readonly read: Effect.Effect<KeptDocument>
  readonly hold: Effect.Effect<KeptDocument>
  readonly write: (values: SettingValues, now: DateTime.Utc) => Effect.Effect<void>
}>()("stowage/services/identity/ApplicationSettingsRecords") {}
