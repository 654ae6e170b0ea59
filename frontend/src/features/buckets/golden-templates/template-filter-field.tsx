import { $, component$, type Signal, useContext, useSignal } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { FilterChips } from "~/components/filters/filter-chips"
import { AreaField } from "~/components/ui/area-field"
import { FieldNote } from "~/components/ui/field"
import { clearError, FormContext, valuesOf } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { ToggleGroup } from "~/components/ui/toggle-group"
import { fieldError } from "~/features/buckets/bulk-changes/change-draft"
import type { ClusterFilters } from "~/features/buckets/workbench/workbench-filters"
import { chipsOf, type FilterDraft, filterOfChips, filterOfText, textOfFilter } from "./template-filter"

interface TemplateFilterFieldProps {
  readonly draft: FilterDraft
  readonly filters: ClusterFilters
  /** See `FilterMenu`, which stands outside of the form. */
  readonly editing: Signal<string | null>
  readonly menu: string
  readonly search: string
}

const HINT = "Without a filter: all buckets of the endpoint. Of tags, only shared ones count."

export const TemplateFilterField = component$<TemplateFilterFieldProps>(({ draft, editing, filters, menu, search }) => {
  const form = useContext(FormContext)
  const root = useSignal<HTMLElement>()
  const error = form.fields["filter"]
  const note = `${form.id}-filter-note`
  return (
    <fieldset ref={root} class="grid min-w-0 gap-2" aria-describedby={draft.json === null ? note : undefined}>
      <legend class="mb-1 font-medium">Buckets</legend>
      <ToggleGroup
        label="How the filter is edited"
        choices={[
          ["chips", "Filters"],
          ["json", "JSON"]
        ]}
        chosen={draft.json === null ? "chips" : "json"}
        choose$={$((chosen: string) => {
          if ((chosen === "json") === (draft.json !== null)) return
          try {
            if (draft.json === null) draft.json = textOfFilter(filterOfChips(filters, draft.url))
            else {
              const owner = root.value?.closest("form")
              const url = chipsOf(filters, filterOfText((owner ? valuesOf(owner) : {})["filter"] ?? ""))
              if (url === null) throw fieldError("filter", "These rules cannot be shown as filters: edit the JSON.")
              Object.assign(draft, { url, json: null })
            }
            clearError(form, "filter")
          } catch (cause) {
            form.fields = { ...form.fields, filter: asProblem(cause).detail }
          }
        })}
      />
      {draft.json === null ? (
        <div key="chips" class="min-w-0">
          <div class="flex min-w-0 flex-wrap items-center gap-2">
            <FilterChips table={draft} filters={filters} editing={editing} menu={menu} />
            <button
              type="button"
              name="filter"
              class="btn btn-secondary btn-sm"
              popovertarget={menu}
              aria-haspopup="dialog"
              aria-describedby={note}
              onClick$={() => {
                editing.value = ""
              }}
            >
              <Icon name="list-filter" /> Add filter
            </button>
          </div>
          <FieldNote id={note} error={error} hint={HINT} />
        </div>
      ) : (
        <AreaField
          key="json"
          name="filter"
          label="Rules (JSON)"
          rows={6}
          value={draft.json}
          placeholder={`[{"field": "shared_tag", "op": "eq", "value": "Production"}]`}
          hint={HINT}
        />
      )}
      {search !== "" && (
        <p class="text-xs text-ink-3 wrap-anywhere">The search “{search}” of the list is not part of the filter.</p>
      )}
    </fieldset>
  )
})
