import type { Answer, Body } from "~/client/contract"
import type { FormValues } from "~/components/ui/form"

export type ApplicationSettings = Answer<"GET /api/admin/settings">

export interface SettingsRow {
  readonly title: string
  readonly settings: ApplicationSettings
  readonly "general.quota_alerts_enabled": boolean
  readonly "general.usage_history_enabled": boolean
  readonly "general.bucket_usage_stats_enabled": boolean
  readonly require_passkey_for_admins: boolean
  readonly require_passkey_for_users: boolean
  readonly "quota_notifications.smtp_host": string | null
  readonly "quota_notifications.smtp_port": number
  readonly "quota_notifications.smtp_security": string
  readonly "quota_notifications.smtp_username": string | null
  readonly "quota_notifications.sender_address": string | null
  readonly "quota_notifications.sender_name": string
  readonly "branding.name": string
  readonly "branding.color": string | null
  readonly "branding.login_note": string | null
  readonly "portal.enabled": boolean
  readonly "portal.allow_private_storage_space_create": boolean
  readonly "portal.requests_enabled": boolean
  readonly "portal.access_logs_enabled": boolean
  readonly logo: string
}

export const settingsRow = (settings: ApplicationSettings): SettingsRow => {
  const { branding, general, portal, quota_notifications: smtp } = settings
  return {
    title: "Settings",
    settings,
    "general.quota_alerts_enabled": general.quota_alerts_enabled,
    "general.usage_history_enabled": general.usage_history_enabled,
    "general.bucket_usage_stats_enabled": general.bucket_usage_stats_enabled,
    require_passkey_for_admins: settings.require_passkey_for_admins,
    require_passkey_for_users: settings.require_passkey_for_users,
    "quota_notifications.smtp_host": smtp.smtp_host,
    "quota_notifications.smtp_port": smtp.smtp_port,
    "quota_notifications.smtp_security": smtp.smtp_security,
    "quota_notifications.smtp_username": smtp.smtp_username,
    "quota_notifications.sender_address": smtp.sender_address,
    "quota_notifications.sender_name": smtp.sender_name,
    "branding.name": branding.name,
    "branding.color": branding.color,
    "branding.login_note": branding.login_note,
    "portal.enabled": portal?.enabled ?? false,
    "portal.allow_private_storage_space_create": portal?.allow_private_storage_space_create ?? false,
    "portal.requests_enabled": portal?.requests_enabled ?? true,
    "portal.access_logs_enabled": portal?.access_logs_enabled ?? false,
    logo: branding.logo === null ? "none" : `an image of ${branding.logo.length} characters`
  }
}

export const SETTING_LABELS = {
  "general.quota_alerts_enabled": "Quota alerts",
  "general.usage_history_enabled": "Usage history",
  "general.bucket_usage_stats_enabled": "Usage of buckets",
  require_passkey_for_admins: "Passkeys of administrators",
  require_passkey_for_users: "Passkeys of everybody else",
  "quota_notifications.smtp_host": "Mail server",
  "quota_notifications.smtp_port": "Port",
  "quota_notifications.smtp_security": "Encryption",
  "quota_notifications.smtp_username": "User name",
  "quota_notifications.sender_address": "Sender address",
  "quota_notifications.sender_name": "Sender name",
  "branding.name": "Name",
  "branding.color": "Accent colour",
  "branding.login_note": "Note on the login page",
  "portal.enabled": "Portal",
  "portal.allow_private_storage_space_create": "Private storage spaces",
  "portal.requests_enabled": "Requests in the Portal",
  "portal.access_logs_enabled": "Access logs in the Portal",
  logo: "Logo"
} as const

export const lockingVariable = ({ locked }: ApplicationSettings, path: string): string | null =>
  locked.find((one) => one.path === path)?.variable ?? null

const textOrNull = (text: string | undefined): string | null => text?.trim() || null

/** Omits settings that the environment fixes. `version`: of the last read. */
export const settingsUpdate = (
  values: FormValues,
  before: SettingsRow,
  version: number
): Body<"PUT /api/admin/settings"> => {
  const free = <A>(path: string, value: A): A | undefined =>
    lockingVariable(before.settings, path) === null ? value : undefined
  const ticked = (path: string) => free(path, values[path] === "true")
  const withoutLocked = <Section extends object>(section: Section) =>
    Object.fromEntries(Object.entries(section).filter(([, value]) => value !== undefined)) as {
      readonly [Key in keyof Section]?: Exclude<Section[Key], undefined>
    }
  const smtp = "quota_notifications"
  const portal = {
    enabled: values["portal.enabled"] === "true",
    allow_private_storage_space_create: values["portal.allow_private_storage_space_create"] === "true",
    requests_enabled: values["portal.requests_enabled"] === "true",
    access_logs_enabled: values["portal.access_logs_enabled"] === "true"
  }
  const { requests_enabled, ...others } = portal
  const isDefault = requests_enabled && !Object.values(others).includes(true)
  return {
    version,
    general: withoutLocked({
      quota_alerts_enabled: ticked("general.quota_alerts_enabled"),
      usage_history_enabled: ticked("general.usage_history_enabled"),
      bucket_usage_stats_enabled: ticked("general.bucket_usage_stats_enabled")
    }),
    ...withoutLocked({
      require_passkey_for_admins: ticked("require_passkey_for_admins"),
      require_passkey_for_users: ticked("require_passkey_for_users")
    }),
    quota_notifications: withoutLocked({
      smtp_host: free(`${smtp}.smtp_host`, textOrNull(values[`${smtp}.smtp_host`])),
      smtp_port: free(`${smtp}.smtp_port`, Number(values[`${smtp}.smtp_port`])),
      smtp_security: free(
        `${smtp}.smtp_security`,
        values[`${smtp}.smtp_security`] as ApplicationSettings["quota_notifications"]["smtp_security"]
      ),
      smtp_username: free(`${smtp}.smtp_username`, textOrNull(values[`${smtp}.smtp_username`])),
      sender_address: free(`${smtp}.sender_address`, textOrNull(values[`${smtp}.sender_address`])),
      sender_name: free(`${smtp}.sender_name`, values[`${smtp}.sender_name`] ?? "")
    }),
    branding: withoutLocked({
      name: free("branding.name", values["branding.name"] ?? ""),
      color: free("branding.color", values["own_color"] === "true" ? (values["branding.color"] ?? null) : null),
      logo: free("branding.logo", values["branding.logo"] || null),
      login_note: free("branding.login_note", textOrNull(values["branding.login_note"]))
    }),
    ...(before.settings.portal === undefined && isDefault ? {} : { portal })
  }
}
