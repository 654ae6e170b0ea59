import type { PasskeyPolicy } from "#domain/identity/signin/SignInPolicy.ts"
import type { Settings } from "#services/platform/Settings.ts"
import { Schema } from "effect"

export const PolicyRow = Schema.Struct({ admins: Schema.Boolean, users: Schema.Boolean })

export const policyStatement = `
  select coalesce((settings ->> 'require_passkey_for_admins')::boolean, true) as admins,
         coalesce((settings ->> 'require_passkey_for_users')::boolean, false) as users
  from application_settings`

export const passkeyPolicyOf = ({ applicationSettings }: Pick<Settings["Service"], "applicationSettings">) => {
  const fixed = (path: string): boolean | null => {
    const value = applicationSettings.find((setting) => setting.path === path)?.value
    return typeof value === "boolean" ? value : null
  }
  return (row: typeof PolicyRow.Type | null): PasskeyPolicy => ({
    requireForAdmins: fixed("require_passkey_for_admins") ?? row?.admins ?? true,
    requireForUsers: fixed("require_passkey_for_users") ?? row?.users ?? false
  })
}
