import { Context, type Effect } from "effect"
import type { OwnProfile, Preferences } from "#domain/identity/OwnProfile.ts"

/** What people set for themselves, as columns of their row. */
export class OwnProfileRecords extends Context.Service<OwnProfileRecords, {
  readonly find: (userId: number) => Effect.Effect<OwnProfile | null>
  readonly setAlerts: (
    userId: number, alerts: { readonly quota_alerts_enabled: boolean; readonly quota_alerts_global_watch: boolean }
  ) => Effect.Effect<void>
  /** Replaces them whole. */
  readonly setPreferences: (userId: number, preferences: Preferences) => Effect.Effect<void>
}>()("stowage/services/identity/users/OwnProfileRecords") {}
