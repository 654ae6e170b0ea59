import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { effectiveSettings, settingValues } from "#domain/iam/portal/effectiveSettings.ts"
import { portalStateOf } from "#domain/iam/portal/PortalState.ts"
import { defaultPortal, PortalOverride, PortalValues } from "#domain/identity/application/ApplicationSettings.ts"

const Maybe = Schema.NullOr(PortalOverride)

describe("settings of the Portal", () => {
  it.prop(
    "the account's value comes before the installation's, and that before the default",
    { override: Maybe, installation: Maybe },
    ({ installation, override }) => {
      for (const [name, { source, value }] of Object.entries(effectiveSettings(override, installation))) {
        const key = name as keyof PortalValues
        const [first] = [
          { source: "account", value: override?.[key] },
          { source: "installation", value: installation?.[key] },
          { source: "default", value: defaultPortal[key] }
        ].filter((one) => one.value !== undefined)
        assert.deepStrictEqual({ source, value }, first)
      }
    }
  )

  it.prop(
    "a user has no permission that a manager lacks, and none without IAM",
    { values: PortalValues },
    ({ values }) => {
      const settings = settingValues(effectiveSettings(values, null))
      const manager = new Set(portalStateOf("portal_manager", settings, true).permissions)
      const user = portalStateOf("portal_user", settings, true).permissions
      assert.isTrue(user.every((name) => manager.has(name)))
      assert.isFalse(user.some((name) => ["spaces.create", "members.manage", "requests.decide"].includes(name)))
      assert.deepStrictEqual(portalStateOf("portal_manager", settings, false).permissions, [])
    }
  )
})
