import { Option } from "effect"
import type { FixedSetting } from "#domain/identity/application/mergeSettings.ts"
import { type Values, variables } from "./variables.ts"

type FixingVariable = {
  [Key in keyof Values]: Values[Key] extends Option.Option<string | number | boolean> ? Key : never
}[keyof Values]

const fixing: Readonly<Record<string, FixingVariable>> = {
  "general.quota_alerts_enabled": "quotaAlerts",
  "general.usage_history_enabled": "usageHistory",
  require_passkey_for_admins: "passkeyForAdmins",
  require_passkey_for_users: "passkeyForUsers",
  "quota_notifications.smtp_host": "smtpHost",
  "quota_notifications.smtp_port": "smtpPort",
  "quota_notifications.smtp_security": "smtpSecurity",
  "quota_notifications.smtp_username": "smtpUsername",
  "quota_notifications.sender_address": "smtpSender",
  "quota_notifications.sender_name": "smtpSenderName",
  "branding.name": "brandName",
  "branding.color": "brandColor",
  "branding.login_note": "loginNote"
}

export const fixedSettings = (values: Values): ReadonlyArray<FixedSetting> =>
  Object.entries(fixing).flatMap(([path, key]) => {
    const value: Option.Option<FixedSetting["value"]> = values[key]
    return Option.isSome(value) ? [{ path, variable: variables[key].name, value: value.value }] : []
  })
