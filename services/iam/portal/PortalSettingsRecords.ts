import { Context, type Effect } from "effect"
import type { PortalOverride } from "#domain/identity/application/ApplicationSettings.ts"

export interface StoredPortalSettings {
  readonly version: number
  readonly name: string
  readonly override: PortalOverride | null
  readonly installation: PortalOverride | null
}

export class PortalSettingsRecords extends Context.Service<
  PortalSettingsRecords,
  {
    readonly read: (accountId: number) => Effect.Effect<StoredPortalSettings | null>
    readonly write: (accountId: number, override: PortalOverride | null) => Effect.Effect<void>
  }
>()("stowage/services/iam/portal/PortalSettingsRecords") {}
