import { Schema } from "effect"
import { type PortalValues, PortalOverride } from "../../identity/application/ApplicationSettings.ts"
import { type PortalRole, PortalRole as Role } from "../../identity/Links.ts"
import { readVersion, versioned } from "../../platform/RowVersion.ts"

export const portalPermissions = [
  "spaces.use",
  "access_keys.manage",
  "requests.create",
  "private_spaces.create",
  "spaces.create",
  "members.manage",
  "requests.decide",
  "access_logs.read",
  "access_logs.manage"
] as const
export const PortalPermission = Schema.Literals(portalPermissions).annotate({ identifier: "PortalPermission" })
export type PortalPermission = typeof PortalPermission.Type

export const PortalFeatures = Schema.Struct({
  access_keys: Schema.Boolean,
  storage_spaces: Schema.Boolean,
  usage: Schema.Boolean,
  access_logs: Schema.Boolean,
  requests: Schema.Boolean,
  private_spaces: Schema.Boolean
}).annotate({ identifier: "PortalFeatures" })
export type PortalFeatures = typeof PortalFeatures.Type

export const PortalState = Schema.Struct({
  role: Role,
  permissions: Schema.Array(PortalPermission),
  features: PortalFeatures
}).annotate({ identifier: "PortalState" })
export type PortalState = typeof PortalState.Type

/** `iam`: the endpoint has IAM, which spaces and keys need. */
export const portalStateOf = (role: PortalRole, settings: PortalValues, iam: boolean): PortalState => {
  const features: PortalFeatures = {
    access_keys: iam,
    storage_spaces: iam,
    usage: iam,
    access_logs: iam && settings.access_logs_enabled,
    requests: iam && settings.requests_enabled,
    private_spaces: iam && settings.allow_private_storage_space_create
  }
  const manager = role === "portal_manager"
  const granted: Readonly<Record<PortalPermission, boolean>> = {
    "spaces.use": features.storage_spaces,
    "access_keys.manage": features.access_keys,
    "requests.create": features.requests,
    "private_spaces.create": features.private_spaces,
    "spaces.create": manager && features.storage_spaces,
    "members.manage": manager && features.storage_spaces,
    "requests.decide": manager && features.requests,
    "access_logs.read": features.access_logs,
    "access_logs.manage": manager && features.access_logs
  }
  return { role, permissions: portalPermissions.filter((name) => granted[name]), features }
}

export const PortalAccountRow = Schema.Struct({ id: Schema.Int, name: Schema.String, role: Role }).annotate({
  identifier: "PortalAccount"
})
export const PortalAccounts = Schema.Struct({ items: Schema.Array(PortalAccountRow) }).annotate({
  identifier: "PortalAccounts"
})
export type PortalAccounts = typeof PortalAccounts.Type

const SettingSource = Schema.Literals(["account", "installation", "default"])
const EffectiveSetting = Schema.Struct({ value: Schema.Boolean, source: SettingSource }).annotate({
  identifier: "EffectivePortalSetting"
})

export const PortalSettings = Schema.Struct({
  ...versioned,
  override: Schema.NullOr(PortalOverride),
  effective: Schema.Struct({
    enabled: EffectiveSetting,
    allow_private_storage_space_create: EffectiveSetting,
    access_logs_enabled: EffectiveSetting,
    requests_enabled: EffectiveSetting
  })
}).annotate({ identifier: "PortalSettings" })
export type PortalSettings = typeof PortalSettings.Type

export const UpdatePortalSettings = Schema.Struct({
  ...readVersion,
  override: Schema.NullOr(PortalOverride)
}).annotate({ identifier: "UpdatePortalSettings" })
export type UpdatePortalSettings = typeof UpdatePortalSettings.Type
