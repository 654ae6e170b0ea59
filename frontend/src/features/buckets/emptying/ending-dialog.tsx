import { $, component$, type QRL, type Signal, sync$, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ProblemError } from "~/client/problem-error"
import { CopyAs } from "~/components/ui/copy-as"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { StalePlan } from "~/features/platform/runs/plan-view"
import { usePlan } from "~/features/platform/runs/use-plan"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useOperations } from "~/lib/operations"
import { successToast, useToasts } from "~/lib/toasts"
import { commandsOfEnding } from "./ending-command"
import { dayFrom, type Ending, type EndingKind, type EmptyingPlan, ENDING_TITLES } from "./ending"

const nameMismatch = (name: string) =>
  new ProblemError({
    status: 422,
    code: "not_confirmed",
    title: "Not confirmed",
    detail: "",
    errors: [{ path: ["confirm_name"], message: `Type ${name} exactly.` }]
  })

const PlanText = component$<{ readonly plan: EmptyingPlan; readonly later: boolean }>(({ later, plan }) => (
  <div class="grid gap-3" data-testid="emptying-plan">
    <dl class="facts">
      {plan.sample.map(({ after, before, label }) => [
        <dt key={`${label} name`}>{label}</dt>,
        <dd key={`${label} text`}>
          {before}
          {!later && <span class="text-ink-3"> → {after}</span>}
        </dd>
      ])}
    </dl>
    <ul class="grid gap-1 text-ink-2">
      {plan.warnings.map((text) => (
        <li key={text} class="flex gap-2">
          <Icon name="triangle-alert" class="mt-0.5 flex-none text-warn" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  </div>
))

const CHOICES = [
  { kind: "delete", label: "Empty and delete now", hint: "Everything in it is deleted, then the bucket." },
  { kind: "later", label: "Delete later", hint: "Locked until a day that you choose, and restorable until then." }
] as const

const Choice = component$<{ readonly chosen: Signal<EndingKind> }>(({ chosen }) => (
  <fieldset class="grid gap-2">
    <legend class="mb-1 font-medium">The bucket is not empty</legend>
    {CHOICES.map(({ hint, kind, label }) => (
      <label key={kind} class="flex items-start gap-2">
        <input
          type="radio"
          name="ending"
          value={kind}
          class="check radio mt-0.5"
          checked={chosen.value === kind}
          onChange$={() => {
            chosen.value = kind
          }}
        />
        <span>
          {label}
          <span class="block text-xs text-ink-3">{hint}</span>
        </span>
      </label>
    ))}
  </fieldset>
))

interface EndingDialogProps {
  readonly open: Signal<Ending | null>
  readonly changed: Signal<number>
  readonly onDeleted$?: QRL<(bucket: string) => unknown> | undefined
}

const Asking = component$<EndingDialogProps & { readonly ending: Ending }>(({ changed, ending, onDeleted$, open }) => {
  const form = useForm("bucket-ending")
  const operations = useOperations()
  const toasts = useToasts()
  const contexts = useExecutionContexts()
  // a copy: the prop becomes null before the dialog has closed
  const subject = useSignal(ending)
  const deletes = subject.value.kind === "delete"
  const planning = usePlan(
    {
      plan$: $((body: { readonly delete_bucket: boolean }) =>
        callIn(subject.value, "POST /api/manager/buckets/:bucket_name/emptying/plan", { body })
      ),
      run$: $(async (body: { readonly delete_bucket: boolean }, plan_hash: string) => {
        const { bucket: confirm_name, contextId } = subject.value
        const run = await callIn(subject.value, "POST /api/manager/buckets/:bucket_name/emptying", {
          query: { confirm_name },
          body: { ...body, plan_hash }
        })
        const { showRun } = await import("~/features/platform/runs/show-run")
        showRun(operations, run, { workspace: "manager", contextId }, ({ isSuccess: well }) => {
          changed.value++
          if (well && body.delete_bucket) void onDeleted$?.(confirm_name)
        })
      })
    },
    { request: { delete_bucket: deletes }, plan: subject.value.plan }
  )
  const { bucket, contextId } = subject.value
  const chosen = useSignal<EndingKind>(subject.value.kind)
  const kind = chosen.value
  const endpoint = contexts.current?.id === contextId ? (contexts.current.endpoint_url ?? "") : ""
  const { button } = ENDING_TITLES[kind]
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues, element: HTMLFormElement) => {
        if (values["confirm_name"] !== bucket) throw nameMismatch(bucket)
        const kind = chosen.value
        if (kind === "later") {
          const { until } = await callIn(subject.value, "PUT /api/manager/buckets/:bucket_name/quarantine", {
            query: { confirm_name: bucket },
            body: { day: values["day"] ?? "" }
          })
          successToast(toasts, {
            text: `${bucket} is in quarantine`,
            detail: `It is deleted on ${until.slice(0, 10)}, unless it is restored before.`
          })
        } else if (!(await planning.start$())) return element.reset()
        changed.value++
        open.value = null
      })}
    >
      {/* ignore the second click of a double click */}
      <div
        class="contents"
        onClick$={sync$((event: MouseEvent) => {
          if (event.detail > 1) event.preventDefault()
        })}
      >
        <div class="grid gap-4 px-5 py-4">
          <StalePlan replanned={planning.state.replanned} />
          <p class="text-ink-2">
            {kind === "empty" && (
              <>
                Every object in <b class="font-mono text-ink">{bucket}</b> goes for good, with all versions and
                unfinished uploads. The bucket and its settings stay.
              </>
            )}
            {kind === "delete" && (
              <>
                Every object in <b class="font-mono text-ink">{bucket}</b> goes for good, with all versions and
                unfinished uploads, and then the bucket itself.
              </>
            )}
            {kind === "later" && (
              <>
                Until the day that you choose nobody reaches what is in <b class="font-mono text-ink">{bucket}</b>, and
                you can restore it as it is. Then it is emptied and deleted.
              </>
            )}
          </p>
          {subject.value.kind !== "empty" && <Choice chosen={chosen} />}
          <PlanText plan={planning.state.plan ?? subject.value.plan} later={kind === "later"} />
          {kind === "later" && (
            <div>
              <label for="ending-day" class="mb-1 block font-medium">
                Day on which it is deleted (UTC)
              </label>
              <input
                id="ending-day"
                type="date"
                name="day"
                class="input"
                required
                min={dayFrom(Date.now(), 1)}
                max={dayFrom(Date.now(), 90)}
                value={dayFrom(Date.now(), 14)}
              />
            </div>
          )}
          <Field name="confirm_name" label={`Type “${bucket}” to confirm`} required mono autoFocus />
          <CopyAs
            commands={commandsOfEnding({ ...subject.value, kind }, endpoint)}
            about={kind === "later" ? `puts ${bucket} into quarantine` : `empties ${bucket}`}
          />
        </div>
        <DialogActions key={button} open={open} submit={button} busy={form.busy} danger />
      </div>
    </Form>
  )
})

export const EndingDialog = component$<EndingDialogProps>(({ changed, onDeleted$, open }) => {
  const ending = open.value
  return (
    <Dialog open={open} title={ending === null ? "" : `${ENDING_TITLES[ending.kind].title} ${ending.bucket}`}>
      {ending !== null && (
        <Asking
          key={`${ending.kind} ${ending.bucket}`}
          open={open}
          ending={ending}
          changed={changed}
          onDeleted$={onDeleted$}
        />
      )}
    </Dialog>
  )
})
