import { $, component$, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { followEventStream } from "~/client/sse"
import { EditPage } from "~/components/action"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { useBrand } from "~/lib/brand"
import { useLoaded } from "~/lib/use-loaded"
import { useMe } from "~/lib/use-me"
import { SettingsFields } from "./settings-fields"
import { showAccent } from "./show-accent"
import { SETTING_LABELS, settingsRow, type SettingsRow, settingsUpdate } from "./settings-row"

const readSettings = async (signal?: AbortSignal): Promise<SettingsRow> =>
  settingsRow(await call("GET /api/admin/settings", signal ? { signal } : {}))

export const SettingsPage = component$(() => {
  const me = useMe()
  const brand = useBrand()
  const loaded = useLoaded($((signal: AbortSignal) => readSettings(signal)))
  const seenVersion = useSignal(0)
  const newest = useStore({ version: 0 })
  useVisibleTask$(
    ({ cleanup }) => {
      const controller = new AbortController()
      cleanup(() => controller.abort())
      void followEventStream(
        "GET /api/admin/settings/stream",
        { signal: controller.signal },
        {
          onFrame: (frame) => {
            if (frame.event === "version") newest.version = frame.data.version
          }
        }
      )
    },
    { strategy: "document-ready" }
  )
  const loadedVersion = loaded.value?.settings.version ?? 0
  return (
    <EditPage
      id="settings"
      kind="This installation"
      home={{ href: "/admin", label: "Overview" }}
      loaded={loaded}
      named="title"
      locked={
        me.value !== undefined && me.value.role !== "ui_superadmin"
          ? "Only super administrators change the settings."
          : ""
      }
      fields={SettingsFields}
      now$={$(async () => {
        const current = await readSettings()
        seenVersion.value = current.settings.version
        return current
      })}
      compares={SETTING_LABELS}
      save$={$(async (values: FormValues, before: SettingsRow | undefined) => {
        if (before === undefined) throw new Error("the settings are always there")
        const saved = await call("PUT /api/admin/settings", {
          body: settingsUpdate(values, before, Math.max(seenVersion.value, before.settings.version))
        })
        newest.version = saved.version
        const { logo, name } = saved.branding
        Object.assign(brand, { name, logo_url: logo === null ? null : `/api/branding/logo/${saved.version}` })
        showAccent(saved.branding.color)
        return settingsRow(saved)
      })}
      toast$={$(() => ({ text: "The settings are saved" }))}
    >
      {loadedVersion > 0 && newest.version > loadedVersion && (
        <p q:slot="above" class="alert mb-4" role="status" data-testid="settings-changed">
          <Icon name="info" />
          <span>
            Somebody else saved the settings since you opened this page. You are shown what is different before you
            save.
          </span>
        </p>
      )}
    </EditPage>
  )
})
