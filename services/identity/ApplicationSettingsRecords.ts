import { Context, type DateTime, type Effect } from "effect"
import type { StoredSettings, SettingValues } from "#domain/identity/application/ApplicationSettings.ts"

export interface StoredDocument {
  readonly settings: StoredSettings
  readonly version: number
  readonly updatedAt: DateTime.Utc | null
}

export class ApplicationSettingsRecords extends Context.Service<
  ApplicationSettingsRecords,
  {
    readonly read: Effect.Effect<StoredDocument>
    readonly lock: Effect.Effect<StoredDocument>
    readonly write: (values: SettingValues, now: DateTime.Utc) => Effect.Effect<void>
  }
>()("stowage/services/identity/ApplicationSettingsRecords") {}
