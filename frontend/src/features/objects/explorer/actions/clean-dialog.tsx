import { $, component$, sync$, useStore } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ProblemError } from "~/client/problem-error"
import { streamIn } from "~/client/sse"
import { DialogActions } from "~/components/ui/dialog"
import { Field } from "~/components/ui/field"
import { Form, type FormValues } from "~/components/ui/form"
import { counted } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { showObjectRun } from "../../../platform/runs/object-run"
import { type FolderDialogProps, FolderDialog, type FolderFormProps, useFolderForm } from "../listing/folder-dialog"
import { subjectName } from "../listing/folder-subject"
import { cleanPlanSummary, type CleanPreview } from "./plan-summary"
import { PreviewText } from "./preview-text"
import { usePreview } from "./previewing"

interface Rules {
  keep: string
  days: string
  markers: boolean
}

const numberOf = (text: string): number | undefined => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : undefined)

const rulesOf = ({ days, keep }: Rules) => {
  const [keep_newest, older_than_days] = [numberOf(keep), numberOf(days)]
  return {
    ...(keep_newest === undefined ? {} : { keep_newest }),
    ...(older_than_days === undefined ? {} : { older_than_days })
  }
}

const notTyped = () =>
  new ProblemError({
    status: 422,
    code: "not_confirmed",
    title: "Not confirmed",
    detail: "",
    errors: [{ path: ["confirm_name"], message: "Type delete exactly." }]
  })

const CleanForm = component$<FolderFormProps>((props) => {
  const { changed, open } = props
  const { form, taken } = useFolderForm("clean-versions", props)
  const operations = useOperations()
  const rules = useStore<Rules>({ keep: "3", days: "30", markers: true })
  const preview = usePreview<CleanPreview>(
    $((signal: AbortSignal) => {
      const at = taken.value.place
      return streamIn(at, "GET /api/browser/buckets/:bucket_name/old-versions", {
        query: {
          prefix: taken.value.prefixes[0] ?? "",
          ...rulesOf(rules),
          orphan_markers: rules.markers ? "true" : "false"
        },
        signal
      })
    }),
    { form }
  )
  const { state } = preview
  const { plan } = state
  const ready = state.status === "whole" && plan !== null && plan.versions + plan.markers > 0
  const going =
    plan === null
      ? ""
      : [
          ...(plan.versions > 0 ? [counted(plan.versions, "version")] : []),
          ...(plan.markers > 0 ? [counted(plan.markers, "delete marker")] : [])
        ].join(" and ")
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        if (state.status !== "whole" || state.plan === null || state.plan.versions + state.plan.markers === 0)
          return preview.readNow$()
        if (values["confirm_name"] !== "delete") throw notTyped()
        const run = await callIn(taken.value.place, "POST /api/browser/buckets/:bucket_name/old-versions", {
          body: {
            prefix: state.plan.prefix,
            ...rulesOf(rules),
            orphan_markers: rules.markers,
            planned_at: state.plan.planned_at
          }
        })
        showObjectRun(operations, run, taken.value.place.contextId, {
          onEnd: () => {
            changed.value++
          }
        })
        open.value = null
      })}
    >
      <div
        class="contents"
        onClick$={sync$((event: MouseEvent) => {
          if (event.detail > 1) event.preventDefault()
        })}
      >
        <div class="grid gap-4 px-5 py-4">
          <p class="text-ink-2">
            Deletes earlier versions in <b class="font-mono text-ink wrap-anywhere">{subjectName(taken.value)}</b> for
            good. The current version of every object stays.
          </p>
          <div class="grid gap-3 sm:grid-cols-2">
            <label class="grid gap-1">
              <span class="font-medium">Keep the newest earlier versions</span>
              <input
                class="input"
                inputMode="numeric"
                value={rules.keep}
                placeholder="Any number goes"
                onInput$={(_, input) => {
                  rules.keep = input.value
                  return preview.forget$()
                }}
              />
            </label>
            <label class="grid gap-1">
              <span class="font-medium">Replaced more than so many days ago</span>
              <input
                class="input"
                inputMode="numeric"
                value={rules.days}
                placeholder="Of any age"
                onInput$={(_, input) => {
                  rules.days = input.value
                  return preview.forget$()
                }}
              />
            </label>
          </div>
          <label class="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              class="check"
              checked={rules.markers}
              onChange$={(_, box) => {
                rules.markers = box.checked
                return preview.forget$()
              }}
            />{" "}
            <span>Delete markers with nothing beneath them, too</span>
          </label>
          <PreviewText
            testid="clean-preview"
            preview={preview}
            keys={plan?.keys ?? 0}
            summary={plan === null ? null : cleanPlanSummary(plan)}
            result={ready ? `${counted(plan?.keys ?? 0, "key")} looked at` : "Nothing is that old: nothing would go."}
          />
          {ready && <Field name="confirm_name" label="Type “delete” to confirm" required mono />}
        </div>
        <DialogActions
          open={open}
          submit={ready ? `Delete ${going}` : "Delete old versions"}
          busy={form.busy || !ready}
          danger
        />
      </div>
    </Form>
  )
})

export const CleanDialog = (props: FolderDialogProps) => (
  <FolderDialog {...props} title="Clean old versions" form={CleanForm} />
)
