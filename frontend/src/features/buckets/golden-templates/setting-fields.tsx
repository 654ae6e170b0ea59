import {
  $,
  component$,
  type QRL,
  type Signal,
  useContext,
  useContextProvider,
  useSignal,
  useStore,
  useVisibleTask$
} from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { clearError, FormContext, valuesOf } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { type Editing, EditingContext } from "~/features/buckets/bucket-features/editing"
import { changeOf } from "~/features/buckets/bulk-changes/bulk-change"
import { editingOf, type EnteredSetting, enteredOf, fieldError } from "~/features/buckets/bulk-changes/change-draft"
import { ChangeFields } from "~/features/buckets/bulk-changes/change-fields"
import { SETTING_KINDS, type Setting, settingLabel, settingText } from "./template"

type SettingKind = Setting["kind"]

const BLANK: EnteredSetting = { value: null, removed: "", clear: false }

interface SettingFieldsProps {
  readonly kind: SettingKind
  /** Null: a new one. */
  readonly setting: Setting | null
  readonly apply$: QRL<(setting: Setting) => void>
  readonly discard$: QRL<() => void>
}

const SettingFields = component$<SettingFieldsProps>(({ apply$, discard$, kind, setting }) => {
  const entered = setting === null ? BLANK : enteredOf(setting)
  const editing = useStore<Editing>(() => editingOf(kind, entered.value), { deep: false })
  useContextProvider(EditingContext, editing)
  const fault = useSignal("")
  const root = useSignal<HTMLElement>()
  useVisibleTask$(
    () => {
      const field = "input[type=radio]:checked, input:not([type=radio]), select, textarea"
      const first = root.value?.querySelector<HTMLElement>(field) ?? root.value?.querySelector("button")
      first?.focus()
    },
    { strategy: "document-ready" }
  )
  return (
    <section
      ref={root}
      class={["grid min-w-0 gap-4", setting === null ? "card p-4" : "border-t border-line py-3"]}
      aria-label={settingLabel(kind)}
    >
      <ChangeFields kind={kind} source="" removed={entered.removed} clear={entered.clear} />
      {fault.value !== "" && (
        <p class="alert alert-danger" role="alert">
          {fault.value}
        </p>
      )}
      <div class="flex flex-wrap gap-2">
        <button
          type="button"
          class="btn btn-secondary"
          onClick$={async (_, element) => {
            try {
              if (editing.unread !== "") throw fieldError("settings", editing.unread)
              const values = element.form === null ? {} : valuesOf(element.form)
              const changed = changeOf(kind, {
                draft: editing.draft,
                removed: values["removed"] ?? "",
                clear: values["clear"] !== undefined,
                source: "",
                features: []
              }) as Setting
              if ("set" in changed && changed.set.length + changed.remove.length === 0)
                throw fieldError("settings", "Enter something to set or to remove.")
              await apply$(changed)
            } catch (cause) {
              const { detail, errors } = asProblem(cause)
              fault.value = errors[0]?.message ?? detail
            }
          }}
        >
          <Icon name={setting === null ? "plus" : "check"} />
          {setting === null ? " Add to the template" : " Change in the template"}
        </button>
        <button type="button" class="btn btn-ghost" onClick$={() => discard$()}>
          Discard
        </button>
      </div>
    </section>
  )
})

interface SettingListFieldProps {
  readonly settings: Signal<ReadonlyArray<Setting>>
  /** Kind of the setting whose editor is open. */
  readonly edited: Signal<SettingKind | "">
}

export const SettingListField = component$<SettingListFieldProps>(({ edited, settings }) => {
  const form = useContext(FormContext)
  const lastEdited = useSignal<SettingKind | "">("")
  const open = edited.value
  const isNew = open !== "" && settings.value.every(({ kind }) => kind !== open)
  const addable = SETTING_KINDS.filter((one) => settings.value.every(({ kind }) => kind !== one))
  const apply$ = $((setting: Setting) => {
    const isKnown = settings.value.some(({ kind }) => kind === setting.kind)
    settings.value = isKnown
      ? settings.value.map((one) => (one.kind === setting.kind ? setting : one))
      : [...settings.value, setting]
    edited.value = ""
  })
  const discard$ = $(() => {
    edited.value = ""
  })
  useVisibleTask$(
    ({ track }) => {
      const kind = track(() => edited.value)
      if (kind === "" && lastEdited.value !== "")
        document.querySelector<HTMLElement>(`#golden-template-edit-${lastEdited.value}, #golden-template-kind`)?.focus()
      if (kind !== lastEdited.value) clearError(form, "settings")
      lastEdited.value = kind
    },
    { strategy: "document-ready" }
  )
  return (
    <fieldset name="settings" class="grid min-w-0 gap-2">
      <legend class="mb-1 font-medium">Settings</legend>
      {settings.value.length === 0 ? (
        <p class="text-ink-2">No setting yet.</p>
      ) : (
        <ul class="card divide-y divide-line" aria-label="Settings of the template">
          {settings.value.map((setting) => {
            const label = settingLabel(setting.kind)
            return (
              <li key={setting.kind} class="grid min-w-0 gap-2 px-3 py-1">
                <div class="flex min-w-0 items-center gap-2">
                  <span class="min-w-0 flex-1 wrap-anywhere">
                    {label}: {settingText(setting)}
                  </span>
                  <button
                    type="button"
                    id={`golden-template-edit-${setting.kind}`}
                    class="btn btn-ghost btn-icon"
                    aria-label={`Edit ${label}`}
                    aria-expanded={open === setting.kind ? "true" : "false"}
                    disabled={open !== ""}
                    onClick$={() => {
                      edited.value = setting.kind
                    }}
                  >
                    <Icon name="pencil" />
                  </button>
                  <button
                    type="button"
                    class="btn btn-ghost btn-icon"
                    aria-label={`Remove ${label}`}
                    disabled={open !== ""}
                    onClick$={() => {
                      settings.value = settings.value.filter(({ kind }) => kind !== setting.kind)
                    }}
                  >
                    <Icon name="x" />
                  </button>
                </div>
                {open === setting.kind && (
                  <SettingFields kind={setting.kind} setting={setting} apply$={apply$} discard$={discard$} />
                )}
              </li>
            )
          })}
        </ul>
      )}
      {open === "" && addable.length > 0 && (
        <div key="choose">
          <label for="golden-template-kind" class="mb-1 block">
            Add a setting
          </label>
          <select
            id="golden-template-kind"
            class="input"
            onChange$={(_, element) => {
              edited.value = element.value as SettingKind | ""
            }}
          >
            <option value="" selected>
              Choose…
            </option>
            {addable.map((kind) => (
              <option key={kind} value={kind}>
                {settingLabel(kind)}
              </option>
            ))}
          </select>
        </div>
      )}
      {isNew && <SettingFields key={open} kind={open} setting={null} apply$={apply$} discard$={discard$} />}
      {form.fields["settings"] && (
        <p class="alert alert-danger" role="alert">
          {form.fields["settings"]}
        </p>
      )}
    </fieldset>
  )
})
