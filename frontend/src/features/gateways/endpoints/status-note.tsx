import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { EditDialog, type FieldsProps, useEditing } from "~/components/action"
import { AreaField } from "~/components/ui/area-field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { ErrorState } from "~/components/ui/states"
import { dateTime } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"

type Status = Answer<"GET /api/admin/storage-endpoints/:id/status">

const NoteFields = component$<FieldsProps<Status>>(({ row }) => (
  <div class="px-5 py-4">
    <AreaField name="text" label="Note" value={row?.note?.text ?? ""} hint="Without a text the note is removed." />
  </div>
))

export const StatusNote = component$<{ readonly endpointId: number }>(({ endpointId }) => {
  const editing = useEditing<Status>()
  const place = { params: { id: endpointId } }
  const status = useLoaded(
    $((signal: AbortSignal) => call("GET /api/admin/storage-endpoints/:id/status", { ...place, signal }))
  )
  const note = status.value?.note
  return (
    <section class="mt-6" aria-labelledby="status-note-title">
      <div class="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="status-note-title" class="flex-1 text-base font-semibold">
          Status note
        </h2>
        <button
          type="button"
          class="btn btn-secondary btn-sm"
          disabled={status.value === null}
          onClick$={() => {
            if (status.value !== null) editing.value = { row: status.value }
          }}
        >
          <Icon name="pencil" /> Edit note
        </button>
      </div>
      {status.problem ? (
        <ErrorState title="The note could not be loaded" problem={status.problem} onRetry$={$(() => reload(status))} />
      ) : (
        <p class="text-ink-2 wrap-anywhere" data-testid="status-note">
          {note ? `${note.text} (${dateTime(note.written_at)})` : "No note on the status page of the Portal."}
        </p>
      )}
      <EditDialog
        id="status-note"
        open={editing}
        title="Status note"
        submit="Save note"
        changes={{ title: "Status note", submit: "Save note" }}
        fields={NoteFields}
        save$={$((values: FormValues) => {
          const text = (values["text"] ?? "").trim().replace(/\s+/gu, " ")
          return call("PUT /api/admin/storage-endpoints/:id/status-note", {
            ...place,
            body: { text: text === "" ? null : text }
          })
        })}
        after$={$((saved: Status) => {
          status.value = saved
        })}
        toast$={$(() => ({ text: "The status note is saved" }))}
      />
    </section>
  )
})
