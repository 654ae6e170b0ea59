import { $, component$, sync$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { ProblemError } from "~/client/problem-error"
import type { Action } from "~/components/action"
import { runAction } from "~/components/action/use-action"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { bytes, counted, int } from "~/lib/format"
import { calledEntry } from "../../transfers/called-entry"
import { deedOf, type Depth, type DeletionTarget, hasFolder } from "./deletion-target"
import { deletionPlanSummary, type DeletionPlan } from "./plan-summary"
import { PreviewText } from "./preview-text"
import { usePreview } from "./previewing"
import { planDeletion } from "../uploads/transfer"

const NAMED = 100
const WORD = "delete"

const CHOICES: ReadonlyArray<{ readonly depth: Depth; readonly label: string; readonly hint: string }> = [
  {
    depth: "current",
    label: "What is there now",
    hint:
      "A bucket that keeps versions hides it under a delete marker, and earlier versions stay. In any other " +
      "bucket it is gone."
  },
  {
    depth: "versions",
    label: "Every version, for good",
    hint: "Earlier versions and delete markers go too. Nothing of it can be brought back."
  }
]

const notTyped = () =>
  new ProblemError({
    status: 422,
    code: "not_confirmed",
    title: "Not confirmed",
    detail: "",
    errors: [{ path: ["confirm_name"], message: `Type ${WORD} exactly.` }]
  })

interface AskingProps {
  readonly action: Action<DeletionTarget, void>
  readonly subject: DeletionTarget
}

const DeletionForm = component$<AskingProps>(({ action, subject }) => {
  const form = useForm("delete-objects")
  const about = useSignal(subject)
  const preview = usePreview<DeletionPlan>(
    $((signal: AbortSignal) => planDeletion(about.value, signal)),
    { form }
  )
  useVisibleTask$(
    ({ track }) => {
      track(about)
      void preview.readNow$()
    },
    { strategy: "document-ready" }
  )
  const { plan } = preview.state
  const { depth, keys } = about.value
  const folders = hasFolder(about.value)
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        const target = about.value
        if ((hasFolder(target) || target.depth === "versions") && values["confirm_name"] !== WORD) throw notTyped()
        // Unknown counts as on: the service deletes, and offers Undo where versions remain.
        const versioning = preview.state.plan?.versioning ?? null
        const undoable = versioning === null || versioning === "enabled"
        const plan = await preview.takePlan$()
        const planned = plan.plan.planned_at === undefined ? {} : { plan: plan.plan }
        if (await runAction(action, { ...target, undoable, ...planned })) action.pending.value = null
      })}
    >
      {/* ignore the second click of a double click */}
      <div
        class="contents"
        onClick$={sync$((event: MouseEvent) => {
          if (event.detail > 1) event.preventDefault()
        })}
      >
        <div class="grid min-w-0 gap-4 px-5 py-4">
          <ul
            class="grid max-h-40 min-w-0 gap-1 overflow-y-auto font-mono text-xs text-ink-2"
            tabIndex={0}
            aria-label="What is deleted"
          >
            {keys.slice(0, NAMED).map((key) => (
              <li key={key} class="[overflow-wrap:anywhere] whitespace-pre-wrap">
                {calledEntry(key)}
              </li>
            ))}
            {keys.length > NAMED && <li>… and {int(keys.length - NAMED)} more</li>}
          </ul>
          {folders && <p class="text-ink-2">Folders go with everything below them.</p>}
          <fieldset class="grid min-w-0 gap-2">
            <legend class="mb-1 font-medium">What goes</legend>
            {CHOICES.map(({ depth: choice, hint, label }) => (
              <label key={choice} class="flex min-h-6 items-start gap-2">
                <input
                  type="radio"
                  name="depth"
                  value={choice}
                  class="check radio mt-0.5"
                  checked={depth === choice}
                  onChange$={() => {
                    about.value = { ...about.value, depth: choice, bypass: false }
                  }}
                />
                <span class="min-w-0">
                  {label}
                  <span class="block text-xs text-ink-3">{hint}</span>
                </span>
              </label>
            ))}
            {depth === "versions" && (
              <label class="ms-6 flex min-h-6 items-start gap-2">
                <input
                  type="checkbox"
                  class="check mt-0.5"
                  checked={about.value.bypass}
                  onChange$={(_, box) => {
                    about.value = { ...about.value, bypass: box.checked }
                  }}
                />
                <span class="min-w-0">
                  Retained versions too
                  <span class="block text-xs text-ink-3">
                    Those in governance mode, where you may bypass it. What is locked otherwise stays and is named.
                  </span>
                </span>
              </label>
            )}
          </fieldset>
          <PreviewText
            testid="deletion-plan"
            preview={preview}
            keys={plan === null ? 0 : plan.objects + plan.versions + plan.markers}
            summary={plan === null ? null : deletionPlanSummary(plan, depth === "versions")}
            result={
              plan === null
                ? ""
                : `${counted(plan.objects + plan.versions, depth === "versions" ? "version" : "object")}, ` +
                  `${bytes(plan.bytes)}`
            }
          />
          {(folders || depth === "versions") && (
            <Field name="confirm_name" label={`Type “${WORD}” to confirm`} required mono autoComplete="off" />
          )}
        </div>
        <DialogActions open={action.pending} submit={deedOf(about.value)} busy={form.busy} danger />
      </div>
    </Form>
  )
})

export const DeleteDialog = component$<{ readonly action: Action<DeletionTarget, void> }>(({ action }) => {
  const subject = action.pending.value
  return (
    <Dialog
      open={action.pending}
      title={subject === null || subject.keys.length === 1 ? "Delete" : `Delete ${subject.name}`}
    >
      {subject !== null && <DeletionForm key={String(subject.id)} action={action} subject={subject} />}
    </Dialog>
  )
})
