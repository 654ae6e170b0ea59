import { $, component$, type Signal, useSignal } from "@builder.io/qwik"
import { ActionButton, ConfirmDialog, type Subject, useAction } from "~/components/action"
import { Icon } from "~/components/ui/icon"
import { EmptyState, ErrorState } from "~/components/ui/states"
import { BulkChangeDialog } from "~/features/buckets/bulk-changes/bulk-change-dialog"
import type { BulkTarget } from "~/features/buckets/bulk-changes/bulk-change"
import { int } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"
import { DriftList } from "./drift-list"
import { listTemplates, removeTemplate, settingLabel, settingText, DRIFT_STATES, type Template } from "./template"
import { TemplateDialog, type TemplateTarget } from "./template-dialog"

const RemoveText = component$<{ readonly subject: Subject }>(({ subject }) => (
  <p>
    The golden template <b class="font-medium">{subject.name}</b> is deleted. Buckets keep their settings.
  </p>
))

interface Props {
  readonly endpointId: string
  readonly open: Signal<TemplateTarget | null>
}

const Counts = component$<{ readonly drift: Template["drift"] }>(({ drift }) =>
  drift === null ? (
    <p class="text-ink-2">Not counted.</p>
  ) : (
    <p class="num text-ink-2" data-testid="drift-counts">
      {DRIFT_STATES.map(({ counted: word, state }) => `${int(drift[state])} ${word}`).join(", ")}
    </p>
  )
)

export const TemplateList = component$<Props>(({ endpointId, open }) => {
  const openTemplate = useSignal<number | null>(null)
  const change = useSignal<BulkTarget | null>(null)
  const templates = useLoaded($((signal: AbortSignal) => listTemplates(endpointId, signal)))
  const remove = useAction({
    run$: $((subject: Subject) => removeTemplate(endpointId, Number(subject.id))),
    after$: $(() => reload(templates)),
    toast$: $((_: unknown, { name }: Subject) => ({ text: `${name} is deleted` }))
  })
  const items = templates.value?.items ?? []
  const selected = items.find(({ id }) => id === openTemplate.value)
  return (
    <>
      {templates.problem ? (
        <ErrorState
          title="The golden templates could not be read"
          problem={templates.problem}
          onRetry$={$(() => reload(templates))}
        />
      ) : templates.value === null ? (
        <span class="skeleton block h-60 max-w-4xl" role="status" aria-label="Counting buckets" />
      ) : selected !== undefined ? (
        <DriftList
          key={`${selected.id} ${selected.version}`}
          endpointId={endpointId}
          template={selected}
          change={change}
          close$={$(() => {
            openTemplate.value = null
            reload(templates)
          })}
        />
      ) : items.length === 0 ? (
        <EmptyState
          icon="list-checks"
          title="No golden template yet"
          text="A golden template names the settings that buckets should have. Buckets that differ are listed here."
        />
      ) : (
        <ul class="card max-w-4xl divide-y divide-line" aria-label="Golden templates">
          {items.map((template) => (
            <li
              key={`${template.id} ${template.version}`}
              class="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3"
              data-testid="golden-template"
            >
              <div class="grid min-w-0 flex-1 gap-1">
                <h2 class="font-medium wrap-anywhere">{template.name}</h2>
                <Counts drift={template.drift} />
                <p class="text-ink-2 wrap-anywhere">
                  {template.settings
                    .map((setting) => `${settingLabel(setting.kind)}: ${settingText(setting)}`)
                    .join(". ")}
                </p>
                {template.problem !== null && <p class="text-ink-2 wrap-anywhere">{template.problem}.</p>}
              </div>
              <div class="flex flex-wrap gap-2">
                <button
                  type="button"
                  class="btn btn-secondary"
                  aria-label={`Show drift from ${template.name}`}
                  onClick$={() => {
                    openTemplate.value = template.id
                  }}
                >
                  Show drift
                </button>
                <button
                  type="button"
                  class="btn btn-ghost btn-icon"
                  aria-label={`Edit ${template.name}`}
                  onClick$={() => {
                    open.value = { endpointId, template }
                  }}
                >
                  <Icon name="pencil" />
                </button>
                <ActionButton
                  action={remove}
                  on={{ id: template.id, name: template.name }}
                  asks
                  iconOnly
                  label="Delete"
                  named={`Delete ${template.name}`}
                  icon="trash-2"
                  class="btn-ghost"
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <TemplateDialog open={open} saved$={$(() => reload(templates))} />
      <ConfirmDialog
        action={remove}
        id="remove-template"
        title="Delete golden template"
        button="Delete"
        about={RemoveText}
      />
      <BulkChangeDialog open={change} />
    </>
  )
})
