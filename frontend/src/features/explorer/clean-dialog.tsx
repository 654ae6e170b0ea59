import { $, component$, type Signal, sync$, useSignal, useStore, useTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ProblemError } from "~/client/problem-error"
import { stream } from "~/client/sse"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { inBucket } from "~/lib/bucket-place"
import { counted } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { showObjectRun } from "../runs/object-run"
import { type FolderSubject, subjectName } from "./folder-subject"
import { cleanForeseen, type CleanPreview } from "./foreseen-of"
import { ForeseenText } from "./foreseen-text"
import { LookFirstText } from "./look-first-text"
import { type Previewing, readPreview, useRunning } from "./previewing"

/** What is asked for: numbers as they were typed, "" for none. */
interface Rules {
  keep: string
  days: string
  markers: boolean
}

const numberOf = (text: string): number | undefined => /^\d{1,6}$/.test(text.trim()) ? Number(text) : undefined

const rulesOf = ({ days, keep }: Rules) => {
  const [keep_newest, older_than_days] = [numberOf(keep), numberOf(days)]
  return { ...(keep_newest === undefined ? {} : { keep_newest }), ...(older_than_days === undefined ? {} : { older_than_days }) }
}

const notTyped = () => new ProblemError({ status: 422, code: "not_confirmed", title: "Not confirmed", detail: "", errors: [{ path: ["confirm_name"], message: "Type delete exactly." }] })

const Asking = component$<{ readonly open: Signal<FolderSubject | null>; readonly subject: FolderSubject; readonly held: Signal<boolean>; readonly changed: Signal<number> }>(({ changed, held, open, subject }) => {
  const form = useForm("clean-versions")
  const operations = useOperations()
  const taken = useSignal(subject)
  const rules = useStore<Rules>({ keep: "3", days: "30", markers: true })
  const state = useStore<Previewing<CleanPreview>>({ status: "none", told: null, problem: "" })
  const running = useRunning()
  useTask$(({ track }) => { held.value = track(() => form.busy) })
  const forget = $(() => {
    running.value?.abort()
    Object.assign(state, { status: "none", told: null, problem: "" })
  })
  const look = $(async () => {
    const { params, query } = inBucket(taken.value.place)
    await readPreview(state, running, (signal) => stream("GET /api/browser/buckets/:bucket_name/old-versions", {
      params, query: { ...query, prefix: taken.value.prefixes[0] ?? "", ...rulesOf(rules), orphan_markers: rules.markers ? "true" : "false" }, signal
    }))
  })
  const { told } = state
  const ready = state.status === "whole" && told !== null && told.versions + told.markers > 0
  const going = told === null ? "" : [...(told.versions > 0 ? [counted(told.versions, "version")] : []), ...(told.markers > 0 ? [counted(told.markers, "delete marker")] : [])].join(" and ")
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        if (state.status !== "whole" || state.told === null || state.told.versions + state.told.markers === 0) return look()
        if (values["confirm_name"] !== "delete") throw notTyped()
        const run = await call("POST /api/browser/buckets/:bucket_name/old-versions", {
          ...inBucket(taken.value.place), body: { prefix: state.told.prefix, ...rulesOf(rules), orphan_markers: rules.markers, planned_at: state.told.planned_at }
        })
        showObjectRun(operations, run, taken.value.place.contextId, { onEnd: () => { changed.value++ } })
        open.value = null
      })}
    >
      <div class="contents" onClick$={sync$((event: MouseEvent) => { if (event.detail > 1) event.preventDefault() })}>
        <div class="grid gap-4 px-5 py-4">
          <p class="text-ink-2">Deletes earlier versions in <b class="font-mono text-ink wrap-anywhere">{subjectName(taken.value)}</b> for good. The current version of every object stays.</p>
          <div class="grid gap-3 sm:grid-cols-2">
            <label class="grid gap-1"><span class="font-medium">Keep the newest earlier versions</span><input class="input" inputMode="numeric" value={rules.keep} placeholder="Any number goes" onInput$={(_, input) => { rules.keep = input.value; return forget() }} /></label>
            <label class="grid gap-1"><span class="font-medium">Replaced more than so many days ago</span><input class="input" inputMode="numeric" value={rules.days} placeholder="Of any age" onInput$={(_, input) => { rules.days = input.value; return forget() }} /></label>
          </div>
          <label class="flex min-h-6 items-center gap-2"><input type="checkbox" class="check" checked={rules.markers} onChange$={(_, box) => { rules.markers = box.checked; return forget() }} /> <span>Delete markers with nothing beneath them, too</span></label>
          <LookFirstText
            status={state.status} problem={state.problem} keys={told?.keys ?? 0} look$={look} forget$={forget}
            said={ready ? `${counted(told?.keys ?? 0, "key")} looked at` : "Nothing is that old: nothing would go."}
          />
          {told !== null && <ForeseenText testid="clean-preview" foreseen={cleanForeseen(told)} />}
          {ready && <Field name="confirm_name" label="Type “delete” to confirm" required mono />}
        </div>
        <DialogActions open={open} submit={ready ? `Delete ${going}` : "Delete old versions"} busy={form.busy || !ready} danger held={form.busy} />
      </div>
    </Form>
  )
})

/** Clears old versions of a folder away, once somebody has seen which. */
export const CleanDialog = component$<{ readonly open: Signal<FolderSubject | null>; readonly changed: Signal<number> }>(({ changed, open }) => {
  const held = useSignal(false)
  const subject = open.value
  return (
    <Dialog open={open} title="Clean old versions" held={held} wide>
      {subject !== null && <Asking key={`${subject.place.bucket} ${subject.prefixes[0]}`} open={open} subject={subject} held={held} changed={changed} />}
    </Dialog>
  )
})
