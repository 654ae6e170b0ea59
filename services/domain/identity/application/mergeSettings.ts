import {
  defaultPortal,
  defaultSettings,
  type StoredSettings,
  type SettingValues,
  type UpdateApplicationSettings
} from "./ApplicationSettings.ts"

export interface FixedSetting {
  readonly path: string
  readonly variable: string
  readonly value: string | number | boolean
}

export const completeSettings = (stored: StoredSettings): SettingValues => ({
  general: { ...defaultSettings.general, ...stored.general },
  require_passkey_for_admins: stored.require_passkey_for_admins ?? defaultSettings.require_passkey_for_admins,
  require_passkey_for_users: stored.require_passkey_for_users ?? defaultSettings.require_passkey_for_users,
  quota_notifications: { ...defaultSettings.quota_notifications, ...stored.quota_notifications },
  branding: { ...defaultSettings.branding, ...stored.branding },
  ...(stored.portal === undefined ? {} : { portal: { ...defaultPortal, ...stored.portal } })
})

export const changedSettings = (values: SettingValues, update: UpdateApplicationSettings): SettingValues => {
  const { portal: before, ...rest } = values
  const portal =
    update.portal === undefined ? before : update.portal && { ...defaultPortal, ...before, ...update.portal }
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

export const settingPaths = (values: SettingValues): ReadonlyMap<string, Value> =>
  new Map(
    Object.entries(values).flatMap(
      ([name, part]): ReadonlyArray<readonly [string, Value]> =>
        typeof part === "object"
          ? Object.entries(part).map(([field, value]) => [`${name}.${field}`, value as Value] as const)
          : [[name, part]]
    )
  )

/** Applies fixed settings. Their values were already validated by the settings' schemas. */
export const applyFixedSettings = (values: SettingValues, fixed: ReadonlyArray<FixedSetting>): SettingValues => {
  const sections: Record<string, unknown> = { ...values }
  for (const { path, value } of fixed) {
    const [section = "", field] = path.split(".")
    sections[section] = field === undefined ? value : { ...(sections[section] as object), [field]: value }
  }
  return sections as unknown as SettingValues
}

export const changedPaths = (before: SettingValues, after: SettingValues): ReadonlyArray<string> => {
  const [was, is] = [settingPaths(before), settingPaths(after)]
  return [...new Set([...was.keys(), ...is.keys()])].filter((path) => was.get(path) !== is.get(path))
}
