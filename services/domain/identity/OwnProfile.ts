import { Schema } from "effect"
import { UiRole } from "../platform/access/Caller.ts"
import { KeptJsonRecord, Line } from "../platform/Text.ts"

export const Theme = Schema.Literals(["system", "light", "dark"]).annotate({ identifier: "Theme" })

/** What the console remembers of a person. */
export const Preferences = Schema.Struct({
  theme: Theme,
  /** The number of a Portal account, as text; null: none was chosen. */
  selected_portal_account_id: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Preferences" })
export type Preferences = typeof Preferences.Type

/** Preferences as they are stored, or were by some older console: what is none of ours is not read. */
export const preferencesOf = (stored: { readonly [name: string]: unknown }): Preferences => {
  const { selected_portal_account_id: account, theme } = stored
  return {
    theme: theme === "light" || theme === "dark" ? theme : "system",
    selected_portal_account_id: typeof account === "string" && account.trim() !== "" ? account.trim() : null
  }
}

/** `GET /api/users/me`. */
export const OwnProfile = Schema.Struct({
  id: Schema.Int,
  email: Schema.String,
  full_name: Schema.String,
  role: UiRole,
  /** Whether quota alerts come by e-mail too. */
  quota_alerts_enabled: Schema.Boolean,
  /** Whether alerts about everything come, not only about one's own. Administrators only. */
  quota_alerts_global_watch: Schema.Boolean,
  preferences: Preferences
}).annotate({ identifier: "OwnProfile" })
export type OwnProfile = typeof OwnProfile.Type

/** What is left out stays as it is. Preferences that are none of ours are discarded. */
export const UpdateOwnProfile = Schema.Struct({
  quota_alerts_enabled: Schema.optionalKey(Schema.Boolean),
  quota_alerts_global_watch: Schema.optionalKey(Schema.Boolean),
  preferences: Schema.optionalKey(Schema.StructWithRest(
    Schema.Struct({ theme: Schema.optionalKey(Theme), selected_portal_account_id: Schema.optionalKey(Schema.NullOr(Line(64))) }),
    [KeptJsonRecord]
  ))
}).annotate({ identifier: "UpdateOwnProfile" })
export type UpdateOwnProfile = typeof UpdateOwnProfile.Type
