import { $, component$, type QRL, type Signal, useContextProvider, useSignal, useStore } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { AreaField } from "~/components/ui/area-field"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm, valuesOf } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { type Editing, EditingContext } from "~/features/buckets/bucket-features/editing"
import { changeOf, type ChangeKind, idsOfName } from "~/features/buckets/bulk-changes/bulk-change"
import { editingOf, fieldError } from "~/features/buckets/bulk-changes/change-draft"
import { ChangeFields } from "~/features/buckets/bulk-changes/change-fields"
import {
  draftOf,
  saveTemplate,
  SETTING_KINDS,
  type Setting,
  settingLabel,
  settingText,
  type Template
} from "./template"
import { filterOf } from "./template-filter"

export interface TemplateTarget {
  readonly endpointId: string
  readonly template: Template | null
}

const SettingFields = component$<{
  readonly kind: ChangeKind
  readonly add$: QRL<(setting: Setting) => void>
  readonly discard$: QRL<() => void>
}>(({ add$, discard$, kind }) => {
  const editing = useStore<Editing>(() => editingOf(kind), { deep: false })
  useContextProvider(EditingContext, editing)
  const fault = useSignal("")
  return (
    <section class="card grid min-w-0 gap-4 p-4" aria-label={settingLabel(kind as Setting["kind"])}>
      <ChangeFields kind={kind} source="" />
      {fault.value !== "" && (
        <p class="alert alert-danger" role="alert">
          {fault.value}
        </p>
      )}
      <div class="flex gap-2">
        <button
          type="button"
          class="btn btn-secondary"
          onClick$={async (_, element) => {
            try {
              if (editing.unread !== "") throw fieldError("settings", editing.unread)
              const values = element.form === null ? {} : valuesOf(element.form)
              const setting = changeOf(kind, {
                draft: editing.draft,
                removed: values["removed"] ?? "",
                clear: values["clear"] !== undefined,
                source: "",
                features: []
              }) as Setting
              if ("set" in setting && setting.set.length + setting.remove.length === 0)
                throw fieldError("settings", "Enter something to set or to remove.")
              await add$(setting)
            } catch (cause) {
              const { detail, errors } = asProblem(cause)
              fault.value = errors[0]?.message ?? detail
            }
          }}
        >
          <Icon name="plus" /> Add to the template
        </button>
        <button type="button" class="btn btn-ghost" onClick$={() => discard$()}>
          Discard
        </button>
      </div>
    </section>
  )
})

const Asking = component$<{
  readonly open: Signal<TemplateTarget | null>
  readonly target: TemplateTarget
  readonly saved$: QRL<() => void>
}>(({ open, saved$, target }) => {
  // a copy: the prop becomes null before the dialog has closed
  const taken = useSignal(target)
  const form = useForm("golden-template")
  const settings = useSignal<ReadonlyArray<Setting>>(target.template?.settings ?? [])
  const added = useSignal<ChangeKind | "">("")
  const notes = useSignal<ReadonlyArray<string>>([])
  const { endpointId, template } = taken.value
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        if (added.value !== "") throw fieldError("settings", "Add the opened setting to the template, or discard it.")
        if (settings.value.length === 0) throw fieldError("settings", "Add at least one setting.")
        await saveTemplate(taken.value.endpointId, taken.value.template, {
          name: values["name"] ?? "",
          filter: filterOf(values["filter"] ?? ""),
          settings: settings.value
        })
        open.value = null
        await saved$()
      })}
    >
      <div class="grid min-w-0 gap-4 px-5 py-4">
        <Field name="name" label="Name" value={template?.name ?? ""} required maxLength={100} autoFocus />
        <AreaField
          name="filter"
          label="Rules for the buckets (JSON)"
          rows={3}
          value={template?.filter == null ? "" : JSON.stringify(template.filter, null, 2)}
          placeholder={`[{"field": "shared_tag", "op": "eq", "value": "Production"}]`}
          hint="None: all buckets of the endpoint. The rules are those of the filter “Rules (JSON)” of the bucket list."
        />
        <fieldset class="grid min-w-0 gap-2">
          <legend class="mb-1 font-medium">Settings</legend>
          {settings.value.length === 0 ? (
            <p class="text-ink-2">No setting yet.</p>
          ) : (
            <ul class="card divide-y divide-line" aria-label="Settings of the template">
              {settings.value.map((setting) => (
                <li key={setting.kind} class="flex min-w-0 items-center gap-2 px-3 py-1">
                  <span class="min-w-0 flex-1 wrap-anywhere">
                    {settingLabel(setting.kind)}: {settingText(setting)}
                  </span>
                  <button
                    type="button"
                    class="btn btn-ghost btn-icon"
                    aria-label={`Remove ${settingLabel(setting.kind)}`}
                    onClick$={() => {
                      settings.value = settings.value.filter(({ kind }) => kind !== setting.kind)
                    }}
                  >
                    <Icon name="x" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          {added.value === "" ? (
            <div key="choose">
              <label for="golden-template-kind" class="mb-1 block">
                Add a setting
              </label>
              <select
                id="golden-template-kind"
                class="input"
                onChange$={(_, element) => {
                  added.value = element.value as ChangeKind | ""
                }}
              >
                <option value="" selected>
                  Choose…
                </option>
                {SETTING_KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {settingLabel(kind)}
                  </option>
                ))}
              </select>
            </div>
          ) : (
            <SettingFields
              key={added.value}
              kind={added.value}
              add$={$((setting: Setting) => {
                settings.value = [...settings.value.filter(({ kind }) => kind !== setting.kind), setting]
                added.value = ""
              })}
              discard$={$(() => {
                added.value = ""
              })}
            />
          )}
          {form.fields["settings"] && (
            <p class="alert alert-danger" role="alert">
              {form.fields["settings"]}
            </p>
          )}
        </fieldset>
        <div class="flex flex-wrap items-end gap-2">
          <div class="min-w-0 flex-1">
            <Field name="source" label="Copy the settings of a bucket" mono />
          </div>
          <button
            type="button"
            class="btn btn-secondary"
            onClick$={async (_, element) => {
              const name = (element.form === null ? {} : valuesOf(element.form))["source"]?.trim() ?? ""
              if (name === "") return
              try {
                const place = { workspace: "cluster-admin", endpointId: Number(endpointId) } as const
                const ids = await idsOfName(place, name)
                if (ids.length !== 1 && !name.includes("/")) {
                  notes.value = [
                    ids.length === 0
                      ? "There is no such bucket here"
                      : `Several buckets: enter one of ${ids.join(", ")}`
                  ]
                  return
                }
                const draft = await draftOf(endpointId, ids[0] ?? name)
                const own = new Set(settings.value.map(({ kind }) => kind))
                settings.value = [...settings.value, ...draft.settings.filter(({ kind }) => !own.has(kind))]
                notes.value = [
                  ...draft.settings.flatMap(({ kind }) =>
                    own.has(kind) ? [`${settingLabel(kind)}: in the template already`] : []
                  ),
                  ...draft.left_out.map(({ kind, reason }) => `${settingLabel(kind)}: ${reason}`)
                ]
              } catch (cause) {
                notes.value = [asProblem(cause).detail]
              }
            }}
          >
            Read settings
          </button>
        </div>
        {notes.value.length > 0 && (
          <div role="status">
            <ul class="text-ink-2" aria-label="Not copied">
              {notes.value.map((text) => (
                <li key={text} class="wrap-anywhere">
                  {text}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <DialogActions open={open} submit={template === null ? "Create" : "Save"} busy={form.busy} />
    </Form>
  )
})

export const TemplateDialog = component$<{
  readonly open: Signal<TemplateTarget | null>
  readonly saved$: QRL<() => void>
}>(({ open, saved$ }) => {
  const target = open.value
  return (
    <Dialog open={open} title={target?.template == null ? "Create golden template" : "Edit golden template"} wide>
      {target !== null && <Asking open={open} target={target} saved$={saved$} />}
    </Dialog>
  )
})
