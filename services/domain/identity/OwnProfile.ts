import { Schema } from "effect"
import { UiRole } from "../platform/access/Caller.ts"
import { StorableJsonRecord, Line } from "../platform/Text.ts"

export const Theme = Schema.Literals(["system", "light", "dark"]).annotate({ identifier: "Theme" })

export const Preferences = Schema.Struct({
  theme: Theme,
  selected_portal_account_id: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Preferences" })
export type Preferences = typeof Preferences.Type

/** Reads stored preferences and ignores unknown values, e.g. of an older console. */
export const preferencesOf = (stored: { readonly [name: string]: unknown }): Preferences => {
  const { selected_portal_account_id: account, theme } = stored
  return {
    theme: theme === "light" || theme === "dark" ? theme : "system",
    selected_portal_account_id: typeof account === "string" && account.trim() !== "" ? account.trim() : null
  }
}

export const OwnProfile = Schema.Struct({
  id: Schema.Int,
  email: Schema.String,
  full_name: Schema.String,
  role: UiRole,
  quota_alerts_enabled: Schema.Boolean,
  quota_alerts_global_watch: Schema.Boolean,
  preferences: Preferences
}).annotate({ identifier: "OwnProfile" })
export type OwnProfile = typeof OwnProfile.Type

export const UpdateOwnProfile = Schema.Struct({
  quota_alerts_enabled: Schema.optionalKey(Schema.Boolean),
  quota_alerts_global_watch: Schema.optionalKey(Schema.Boolean),
  preferences: Schema.optionalKey(
    Schema.StructWithRest(
      Schema.Struct({
        theme: Schema.optionalKey(Theme),
        selected_portal_account_id: Schema.optionalKey(Schema.NullOr(Line(64)))
      }),
      [StorableJsonRecord]
    )
  )
}).annotate({ identifier: "UpdateOwnProfile" })
export type UpdateOwnProfile = typeof UpdateOwnProfile.Type
