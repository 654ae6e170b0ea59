import { defaultSettings, type KeptSettings, type SettingValues, type UpdateApplicationSettings } from "./ApplicationSettings.ts"

/** One setting that a variable of the environment fixes. `path`: of the document, e.g. `branding.name`. */
export interface FixedSetting {
  readonly path: string
  readonly variable: string
  readonly value: string | number | boolean
}

/** The settings that were kept, on top of the defaults. */
export const wholeSettings = (kept: KeptSettings): SettingValues => ({
  general: { ...defaultSettings.general, ...kept.general },
  require_passkey_for_admins: kept.require_passkey_for_admins ?? defaultSettings.require_passkey_for_admins,
  require_passkey_for_users: kept.require_passkey_for_users ?? defaultSettings.require_passkey_for_users,
  quota_notifications: { ...defaultSettings.quota_notifications, ...kept.quota_notifications },
  branding: { ...defaultSettings.branding, ...kept.branding },
  ...(kept.portal === undefined ? {} : { portal: kept.portal })
})

/** The settings with what an update says of them. */
export const changedSettings = (values: SettingValues, update: UpdateApplicationSettings): SettingValues => {
  const { portal: before, ...rest } = values
  const portal = update.portal === undefined ? before : update.portal
  return {
    ...rest,
    general: { ...values.general, ...update.general },
    require_passkey_for_admins: update.require_passkey_for_admins ?? values.require_passkey_for_admins,
    require_passkey_for_users: update.require_passkey_for_users ?? values.require_passkey_for_users,
    quota_notifications: { ...values.quota_notifications, ...update.quota_notifications },
    branding: { ...values.branding, ...update.branding },
    ...(portal === undefined || portal === null ? {} : { portal })
  }
}

type Value = string | number | boolean | null

/** Every setting by its path, in the order of the document. */
export const settingPaths = (values: SettingValues): ReadonlyMap<string, Value> =>
  new Map(Object.entries(values).flatMap(([name, part]): ReadonlyArray<readonly [string, Value]> =>
    typeof part === "object" ? Object.entries(part).map(([field, value]) => [`${name}.${field}`, value as Value] as const) : [[name, part]]))

/** The settings as the environment fixes them. Only paths of the document; values were read by the schemas of the same settings. */
export const fixedTo = (values: SettingValues, fixed: ReadonlyArray<FixedSetting>): SettingValues =>
  fixed.reduce<SettingValues>((all, { path, value }) => {
    const [section = "", field] = path.split(".")
    const before = (all as unknown as Readonly<Record<string, object>>)[section]
    return { ...all, [section]: field === undefined ? value : { ...before, [field]: value } }
  }, values)

/** Paths whose values differ. */
export const changedPaths = (before: SettingValues, after: SettingValues): ReadonlyArray<string> => {
  const [was, is] = [settingPaths(before), settingPaths(after)]
  return [...new Set([...was.keys(), ...is.keys()])].filter((path) => was.get(path) !== is.get(path))
}
