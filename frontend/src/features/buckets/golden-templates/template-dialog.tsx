import { $, component$, type QRL, type Signal, useSignal, useStore } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { FilterMenu } from "~/components/filters/filter-chips"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm, valuesOf } from "~/components/ui/form"
import { idsOfName } from "~/features/buckets/bulk-changes/bulk-change"
import { fieldError } from "~/features/buckets/bulk-changes/change-draft"
import { clusterFilters, tagChoices } from "~/features/buckets/workbench/workbench-filters"
import { SettingListField } from "./setting-fields"
import { draftOf, saveTemplate, type Setting, settingLabel, type Template } from "./template"
import {
  type FilterDraft,
  filterDraft,
  filterOfChips,
  filterOfText,
  type FilterTexts,
  templateProblem
} from "./template-filter"
import { TemplateFilterField } from "./template-filter-field"

export interface TemplateTarget {
  readonly endpointId: string
  readonly template: Template | null
  /** Filters of a list, for a new template. */
  readonly filters?: FilterTexts
  readonly search?: string
}

const MENU = "golden-template-filter-menu"

const Asking = component$<{
  readonly open: Signal<TemplateTarget | null>
  readonly target: TemplateTarget
  readonly saved$: QRL<() => void>
}>(({ open, saved$, target }) => {
  // a copy: the prop becomes null before the dialog has closed
  const taken = useSignal(target)
  const { endpointId, template } = taken.value
  const form = useForm("golden-template")
  const filters = clusterFilters(
    $(async () => {
      const { items } = await callIn({ endpointId }, "GET /api/cluster-admin/endpoints/:endpoint_id/bucket-ui-tags")
      return tagChoices(items.filter(({ visibility }) => visibility === "shared"))
    })
  )
  const filter = useStore<FilterDraft>(() =>
    target.filters === undefined
      ? filterDraft(filters, template?.filter ?? null)
      : { url: { ...target.filters }, json: null }
  )
  const filtering = useSignal<string | null>(null)
  const settings = useSignal<ReadonlyArray<Setting>>(template?.settings ?? [])
  const edited = useSignal<Setting["kind"] | "">("")
  const notes = useSignal<ReadonlyArray<string>>([])
  return (
    <>
      <Form
        state={form}
        onSubmit$={$(async (values: FormValues) => {
          if (edited.value !== "")
            throw fieldError("settings", "Apply the opened setting to the template, or discard it.")
          if (settings.value.length === 0) throw fieldError("settings", "Add at least one setting.")
          const wanted =
            filter.json === null ? filterOfChips(filters, filter.url) : filterOfText(values["filter"] ?? "")
          try {
            await saveTemplate(endpointId, template, {
              name: values["name"] ?? "",
              filter: wanted,
              settings: settings.value
            })
          } catch (cause) {
            throw templateProblem(cause, wanted, settings.value)
          }
          open.value = null
          await saved$()
        })}
      >
        <div class="grid min-w-0 gap-4 px-5 py-4">
          <Field name="name" label="Name" value={template?.name ?? ""} required maxLength={100} autoFocus />
          <TemplateFilterField
            draft={filter}
            filters={filters}
            editing={filtering}
            menu={MENU}
            search={taken.value.search ?? ""}
          />
          <SettingListField settings={settings} edited={edited} />
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
      <FilterMenu id={MENU} table={filter} filters={filters} editing={filtering} />
    </>
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
