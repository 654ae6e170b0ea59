import {
  defaultPortal,
  type PortalOverride,
  type PortalValues
} from "../../identity/application/ApplicationSettings.ts"
import type { PortalSettings } from "./PortalState.ts"

export const effectiveSettings = (
  override: PortalOverride | null,
  installation: PortalOverride | null
): PortalSettings["effective"] => {
  const settingOf = (name: keyof PortalValues) => {
    const own = override?.[name]
    if (own !== undefined) return { value: own, source: "account" as const }
    const global = installation?.[name]
    return global === undefined
      ? { value: defaultPortal[name], source: "default" as const }
      : { value: global, source: "installation" as const }
  }
  return {
    enabled: settingOf("enabled"),
    allow_private_storage_space_create: settingOf("allow_private_storage_space_create"),
    access_logs_enabled: settingOf("access_logs_enabled"),
    requests_enabled: settingOf("requests_enabled")
  }
}

export const settingValues = (effective: PortalSettings["effective"]): PortalValues => ({
  enabled: effective.enabled.value,
  allow_private_storage_space_create: effective.allow_private_storage_space_create.value,
  access_logs_enabled: effective.access_logs_enabled.value,
  requests_enabled: effective.requests_enabled.value
})
