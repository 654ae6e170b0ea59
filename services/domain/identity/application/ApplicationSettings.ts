import { Schema } from "effect"
import { readVersion, versioned } from "../../platform/RowVersion.ts"
import { streamEvent } from "../../platform/streamEvent.ts"
import { EmailAddress, Line, Name, Shaped, Text } from "../../platform/Text.ts"
import { readLogo } from "./LogoImage.ts"

export const SmtpHost = Shaped(
  /^[A-Za-z0-9]([A-Za-z0-9.:-]{0,251}[A-Za-z0-9])?$/u,
  253,
  "Expected a host name or an address"
).annotate({ identifier: "SmtpHost" })
export const SmtpPort = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 65_535 })).annotate({
  identifier: "SmtpPort"
})
/** `tls`: from the first byte; `starttls`: required upgrade; `none`: plain text, without a password. */
export const SmtpSecurity = Schema.Literals(["tls", "starttls", "none"]).annotate({ identifier: "SmtpSecurity" })
export const BrandName = Name(40)
export const BrandColor = Schema.String.check(
  Schema.isPattern(/^#[0-9a-fA-F]{6}$/u, { message: "Expected a colour as #rrggbb" })
).annotate({ identifier: "BrandColor" })
/** Base64 needs four characters per three bytes, plus the header. */
const Logo = Text(87_500)
  .check(
    Schema.makeFilter((text) => {
      const logo = readLogo(text)
      return typeof logo !== "string" || logo
    })
  )
  .annotate({ identifier: "BrandLogo" })
/** Plain text, never interpreted as markup. */
export const LoginNote = Text(1_000).annotate({ identifier: "LoginNote" })

const general = {
  quota_alerts_enabled: Schema.Boolean,
  usage_history_enabled: Schema.Boolean,
  bucket_usage_stats_enabled: Schema.Boolean
}

/** Mail relay. Its password comes only from SMTP_PASSWORD. */
const quotaNotifications = {
  smtp_host: Schema.NullOr(SmtpHost),
  smtp_port: SmtpPort,
  smtp_security: SmtpSecurity,
  smtp_username: Schema.NullOr(Name(256)),
  sender_address: Schema.NullOr(EmailAddress),
  sender_name: Line(100)
}

const branding = {
  name: BrandName,
  color: Schema.NullOr(BrandColor),
  logo: Schema.NullOr(Logo),
  login_note: Schema.NullOr(LoginNote)
}

const portal = {
  enabled: Schema.Boolean,
  allow_private_storage_space_create: Schema.Boolean,
  access_logs_enabled: Schema.Boolean,
  requests_enabled: Schema.Boolean
}

const passkeys = { require_passkey_for_admins: Schema.Boolean, require_passkey_for_users: Schema.Boolean }

export const SettingValues = Schema.Struct({
  general: Schema.Struct(general),
  ...passkeys,
  quota_notifications: Schema.Struct(quotaNotifications),
  branding: Schema.Struct(branding),
  portal: Schema.optionalKey(Schema.Struct(portal))
})
export type SettingValues = typeof SettingValues.Type

const optionalFields = <Fields extends Record<string, Schema.Top>>(fields: Fields) =>
  Schema.Struct(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Schema.optionalKey(field)])) as {
      readonly [Key in keyof Fields]: Schema.optionalKey<Fields[Key]>
    }
  )

export const PortalOverride = optionalFields(portal).annotate({ identifier: "PortalOverride" })
export type PortalOverride = typeof PortalOverride.Type

export const PortalValues = Schema.Struct(portal)
export type PortalValues = typeof PortalValues.Type

const parts = {
  general: Schema.optionalKey(optionalFields(general)),
  require_passkey_for_admins: Schema.optionalKey(Schema.Boolean),
  require_passkey_for_users: Schema.optionalKey(Schema.Boolean),
  quota_notifications: Schema.optionalKey(optionalFields(quotaNotifications)),
  branding: Schema.optionalKey(optionalFields(branding))
}

export const StoredSettings = Schema.Struct({ ...parts, portal: Schema.optionalKey(optionalFields(portal)) })
export type StoredSettings = typeof StoredSettings.Type

export const UpdateApplicationSettings = Schema.Struct({
  ...readVersion,
  ...parts,
  portal: Schema.optionalKey(Schema.NullOr(optionalFields(portal)))
}).annotate({ identifier: "UpdateApplicationSettings" })
export type UpdateApplicationSettings = typeof UpdateApplicationSettings.Type

export const LockedSetting = Schema.Struct({ path: Schema.String, variable: Schema.String }).annotate({
  identifier: "LockedSetting"
})

export const ApplicationSettings = Schema.Struct({
  ...versioned,
  general: Schema.Struct(general),
  ...passkeys,
  quota_notifications: Schema.Struct({
    ...quotaNotifications,
    has_password: Schema.Boolean
  }),
  branding: Schema.Struct(branding),
  portal: Schema.optionalKey(Schema.Struct(portal)),
  locked: Schema.Array(LockedSetting),
  /** Usage of a quota from which an alert is sent: QUOTA_ALERT_THRESHOLD_PERCENT. */
  quota_alert_threshold_percent: Schema.Int,
  updated_at: Schema.NullOr(Schema.DateTimeUtcFromString)
}).annotate({ identifier: "ApplicationSettings" })
export type ApplicationSettings = typeof ApplicationSettings.Type

export const defaultSettings: SettingValues = {
  general: { quota_alerts_enabled: true, usage_history_enabled: true, bucket_usage_stats_enabled: true },
  require_passkey_for_admins: true,
  require_passkey_for_users: false,
  quota_notifications: {
    smtp_host: null,
    smtp_port: 587,
    smtp_security: "starttls",
    smtp_username: null,
    sender_address: null,
    sender_name: ""
  },
  branding: { name: "Stowage", color: null, logo: null, login_note: null }
}

export const defaultPortal: PortalValues = {
  enabled: false,
  allow_private_storage_space_create: false,
  access_logs_enabled: false,
  requests_enabled: true
}

export const SettingsVersion = Schema.Struct({ version: Schema.Int }).annotate({ identifier: "SettingsVersion" })
export const SettingsEvent = Schema.Union([streamEvent("version", SettingsVersion)])
export type SettingsEvent = typeof SettingsEvent.Type

export const TestEmailReport = Schema.Struct({
  delivered: Schema.Boolean,
  recipient: Schema.String,
  summary: Schema.String,
  next: Schema.NullOr(Schema.String)
}).annotate({ identifier: "TestEmailReport" })
export type TestEmailReport = typeof TestEmailReport.Type

export const Branding = Schema.Struct({
  name: Schema.String,
  color: Schema.NullOr(Schema.String),
  logo_url: Schema.NullOr(Schema.String),
  login_note: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Branding" })
export type Branding = typeof Branding.Type
