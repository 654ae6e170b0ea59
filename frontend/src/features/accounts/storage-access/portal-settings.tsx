import { $, component$, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { EditDialog, type FieldsProps, useEditing } from "~/components/action"
import { Badge } from "~/components/ui/badge"
import { SelectField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { ErrorState } from "~/components/ui/states"
import { SettingSection } from "~/features/accounts/rgw-settings/section"
import { reload, useLoaded } from "~/lib/use-loaded"

type PortalSettings = Answer<"GET /api/admin/accounts/:id/portal-settings">
type Name = keyof PortalSettings["effective"]

const SETTINGS = [
  { name: "enabled", label: "Portal", hint: "People with a Portal role in this account can use the Portal." },
  { name: "requests_enabled", label: "Requests", hint: "People can ask for space, room and access." },
  {
    name: "allow_private_storage_space_create",
    label: "Private storage spaces",
    hint: "People with a Portal role can create storage spaces of their own."
  },
  { name: "access_logs_enabled", label: "Access logs", hint: "Requests in storage spaces can be logged." }
] as const satisfies ReadonlyArray<{ readonly name: Name; readonly label: string; readonly hint: string }>

const SOURCES = {
  account: "set for this account",
  installation: "from the installation",
  default: "default"
} as const

const OPTIONS = [
  { value: "", label: "As the installation" },
  { value: "on", label: "On" },
  { value: "off", label: "Off" }
]

const overrideOf = (values: FormValues) => {
  const set = SETTINGS.filter(({ name }) => values[name] === "on" || values[name] === "off")
  return set.length === 0 ? null : Object.fromEntries(set.map(({ name }) => [name, values[name] === "on"]))
}

const OverrideFields = component$<FieldsProps<PortalSettings>>(({ row }) => (
  <div class="grid gap-4 px-5 py-4">
    {SETTINGS.map(({ hint, label, name }) => {
      const own = row?.override?.[name]
      return (
        <SelectField
          key={name}
          name={name}
          label={label}
          options={OPTIONS}
          value={own === undefined ? "" : own ? "on" : "off"}
          hint={hint}
        />
      )
    })}
  </div>
))

interface PortalSettingsProps {
  readonly accountId: number
  readonly onSaved$: QRL<(version: number) => unknown>
}

export const AccountPortalSettings = component$<PortalSettingsProps>(({ accountId, onSaved$ }) => {
  const editing = useEditing<PortalSettings>()
  const place = { params: { id: accountId } }
  const settings = useLoaded(
    $((signal: AbortSignal) => call("GET /api/admin/accounts/:id/portal-settings", { ...place, signal }))
  )
  const loaded = settings.value
  return (
    <SettingSection title="Portal" text="What people with a Portal role can do in this account by themselves.">
      <button
        q:slot="action"
        type="button"
        class="btn btn-secondary"
        disabled={loaded === null}
        onClick$={() => {
          if (settings.value !== null) editing.value = { row: settings.value }
        }}
      >
        <Icon name="pencil" /> Change
      </button>
      {settings.problem && (
        <ErrorState
          title="The settings could not be read"
          problem={settings.problem}
          onRetry$={$(() => reload(settings))}
        />
      )}
      {loaded === null ? (
        !settings.problem && <span class="skeleton block h-24" role="status" aria-label="Loading" />
      ) : (
        <dl class="facts" data-testid="portal-settings">
          {SETTINGS.map(({ label, name }) => {
            const { source, value } = loaded.effective[name]
            return (
              <>
                <dt key={`${name} label`}>{label}</dt>
                <dd key={name} class="flex flex-wrap items-center gap-2">
                  <Badge text={value ? "On" : "Off"} tone={value ? "ok" : "neutral"} />
                  <span class="text-xs text-ink-3">{SOURCES[source]}</span>
                </dd>
              </>
            )
          })}
        </dl>
      )}
      <EditDialog
        id="portal-settings"
        open={editing}
        title="Portal"
        submit="Save changes"
        changes={{ title: "Portal", submit: "Save changes" }}
        fields={OverrideFields}
        save$={$((values: FormValues, row: PortalSettings | undefined) =>
          call("PUT /api/admin/accounts/:id/portal-settings", {
            ...place,
            body: { override: overrideOf(values), ...(row === undefined ? {} : { version: row.version }) }
          })
        )}
        after$={$(async (saved: PortalSettings) => {
          settings.value = saved
          await onSaved$(saved.version)
        })}
        toast$={$(() => ({ text: "The Portal's settings are saved" }))}
      />
    </SettingSection>
  )
})
