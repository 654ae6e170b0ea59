import { Context, type Effect } from "effect"
import type { OwnProfile, Preferences } from "#domain/identity/OwnProfile.ts"

export class OwnProfileRecords extends Context.Service<
  OwnProfileRecords,
  {
    readonly find: (userId: number) => Effect.Effect<OwnProfile | null>
    readonly setAlerts: (
      userId: number,
      alerts: { readonly quota_alerts_enabled: boolean; readonly quota_alerts_global_watch: boolean }
    ) => Effect.Effect<void>
    readonly setPreferences: (userId: number, preferences: Preferences) => Effect.Effect<void>
  }
>()("stowage/services/identity/users/OwnProfileRecords") {}
