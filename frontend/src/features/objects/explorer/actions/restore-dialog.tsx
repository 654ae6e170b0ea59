import { $, component$, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ProblemError } from "~/client/problem-error"
import { streamIn } from "~/client/sse"
import { DialogActions } from "~/components/ui/dialog"
import { Form } from "~/components/ui/form"
import { counted, int } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { showObjectRun } from "../../../platform/runs/object-run"
import { type FolderDialogProps, FolderDialog, type FolderFormProps, useFolderForm } from "../listing/folder-dialog"
import { subjectName } from "../listing/folder-subject"
import { restorePlanSummary, type RestorePreview } from "./plan-summary"
import { PreviewText } from "./preview-text"
import { usePreview } from "./previewing"

const fieldOf = (millis: number): string => new Date(millis).toISOString().slice(0, 19)
const momentOf = (text: string): string => {
  const time = Date.parse(`${text}Z`)
  return Number.isNaN(time) ? "" : new Date(time).toISOString()
}

const noMoment = () =>
  new ProblemError({ status: 422, code: "validation_failed", title: "No moment", detail: "Give a date and a time." })

const RestoreForm = component$<FolderFormProps>((props) => {
  const { changed, open } = props
  const { form, taken } = useFolderForm("restore-folder", props)
  const operations = useOperations()
  const at = useSignal("")
  const preview = usePreview<RestorePreview>(
    $((signal: AbortSignal) => {
      const moment = momentOf(at.value)
      if (moment === "") throw noMoment()
      const { place } = taken.value
      return streamIn(place, "GET /api/browser/buckets/:bucket_name/point-in-time", {
        query: { prefix: taken.value.prefixes[0] ?? "", at: moment },
        signal
      })
    }),
    { form }
  )
  const { state } = preview
  const total = state.plan === null ? 0 : state.plan.restore + state.plan.undelete + state.plan.hide
  const ready = state.status === "whole" && total > 0
  return (
    <Form
      state={form}
      onSubmit$={$(async () => {
        const { plan } = state
        if (state.status !== "whole" || plan === null || plan.plan_hash === null || total === 0)
          return preview.readNow$()
        const run = await callIn(taken.value.place, "POST /api/browser/buckets/:bucket_name/point-in-time", {
          body: { prefix: plan.prefix, at: plan.at, planned_at: plan.planned_at, plan_hash: plan.plan_hash }
        })
        showObjectRun(operations, run, taken.value.place.contextId, {
          onEnd: () => {
            changed.value++
          }
        })
        open.value = null
      })}
    >
      <div class="grid gap-4 px-5 py-4">
        <p class="text-ink-2">
          Shows <b class="font-mono text-ink wrap-anywhere">{subjectName(taken.value)}</b> as it was at a moment: by
          copies and delete markers on top. No version is deleted, and it can be undone.
        </p>
        <div class="flex flex-wrap items-end gap-2">
          <div class="grid gap-1">
            <label for="restore-at" class="font-medium">
              Date and time (UTC)
            </label>
            <input
              id="restore-at"
              type="datetime-local"
              step="1"
              class="input"
              value={at.value}
              max={fieldOf(Date.now())}
              autoFocus
              onInput$={(_, input) => {
                at.value = input.value
                return preview.forget$()
              }}
            />
          </div>
        </div>
        <PreviewText
          testid="restore-preview"
          preview={preview}
          keys={state.plan?.keys ?? 0}
          summary={state.plan === null ? null : restorePlanSummary(state.plan)}
          result={
            total === 0
              ? "Nothing has to change: it shows what it showed then."
              : `${counted(state.plan?.keys ?? 0, "key")} looked at, ${int(total)} to be changed`
          }
        />
      </div>
      <DialogActions
        open={open}
        submit={ready ? `Restore ${counted(total, "object")}` : "Restore"}
        busy={form.busy || !ready}
      />
    </Form>
  )
})

export const RestoreDialog = (props: FolderDialogProps) => (
  <FolderDialog {...props} title="Restore to a point in time" form={RestoreForm} />
)
