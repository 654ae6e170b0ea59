import { $, component$, type QRL, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { problemText } from "~/client/problem-error"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { ComboField } from "~/components/ui/combo-field"
import { Field, SelectField } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { bytes, counted } from "~/lib/format"
import { listedPage } from "~/lib/listed-page"
import { useOperations } from "~/lib/operations"
import { visible } from "~/lib/visible"
import { copyPlanSummary, type CopyPlan } from "./plan-summary"
import { acceptedLosses, LossConsent } from "./loss-consent"
import { PreviewText } from "./preview-text"
import { usePreview } from "./previewing"
import { targetPrefix } from "./target-prefix"
import {
  calledOf,
  type ConflictChoice,
  planTransfer,
  startTransfer,
  type Target,
  type Transfer
} from "../uploads/transfer"

interface TargetDialogProps {
  readonly open: Signal<Transfer | null>
  readonly onChanged$: QRL<() => void>
}

const CHOICES = [
  { value: "skip", label: "Leave it, and skip mine" },
  { value: "keep_both", label: "Keep both: mine gets a number" },
  { value: "replace", label: "Replace it with mine" }
] as const

const BUCKETS = 100

const FIELDS = ["context_id", "bucket_name", "prefix", "on_conflict"]

const wishOf = (
  values: Readonly<Record<string, string>>,
  contextId: string,
  offered: string
): { readonly target: Target; readonly conflict: ConflictChoice } => {
  const prefix = targetPrefix(values["prefix"] ?? "", offered)
  return {
    target: { contextId, bucket: (values["bucket_name"] ?? "").trim(), prefix },
    conflict: CHOICES.find(({ value }) => value === values["on_conflict"])?.value ?? "skip"
  }
}

const TargetForm = component$<TargetDialogProps & { readonly subject: Transfer }>((props) => {
  const { onChanged$, open } = props
  const form = useForm("target")
  const contexts = useExecutionContexts()
  const operations = useOperations()
  // a copy: the signal may be empty when the form is sent
  const about = useSignal(props.subject)
  const offered = props.subject.to ?? { ...props.subject.place, prefix: props.subject.base }
  const offeredPrefix = offered.prefix
  const contextId = useSignal(offered.contextId)
  const buckets = useSignal<ReadonlyArray<string>>([])
  const trouble = useSignal("")
  useVisibleTask$(
    async ({ track }) => {
      const chosen = track(() => contextId.value)
      trouble.value = ""
      try {
        const { items } = listedPage(
          await callIn({ contextId: chosen }, "GET /api/browser/buckets/search", { query: { page_size: BUCKETS } })
        )
        if (contextId.value === chosen) buckets.value = items.map(({ name }) => name)
      } catch (cause) {
        trouble.value = `Its buckets could not be read: ${problemText(cause)}`
      }
    },
    { strategy: "document-ready" }
  )
  const fields = useSignal<HTMLElement>()
  const preview = usePreview<CopyPlan>(
    $((signal: AbortSignal) => {
      const form = fields.value?.closest("form")
      const { conflict, target } = wishOf(
        form ? (Object.fromEntries(new FormData(form)) as Record<string, string>) : {},
        contextId.value,
        offeredPrefix
      )
      return target.bucket === "" ? null : planTransfer(about.value, target, conflict, signal)
    }),
    { form, fields: FIELDS, atOnce: props.subject.to !== undefined }
  )
  const { plan } = preview.state
  const { base, move, place } = about.value
  const verb = move ? "Move" : "Copy"
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        const { conflict, target } = wishOf(values, contextId.value, offeredPrefix)
        const accepted = acceptedLosses(values, preview.state.plan)
        const plan = await preview.takePlan$()
        try {
          await startTransfer(operations, about.value, target, conflict, { ...plan.plan, ...accepted }, () => {
            void onChanged$()
          })
        } catch (cause) {
          void preview.readAfterConflict$(cause, plan)
          throw cause
        }
        open.value = null
      })}
    >
      <div ref={fields} class="grid min-w-0 gap-4 px-5 pt-4" onInput$={() => preview.readSoon$()}>
        <p class="min-w-0 text-ink-2 [overflow-wrap:anywhere]">
          From{" "}
          <span class="font-mono text-xs">
            {place.bucket}/{visible(base)}
          </span>
          .{" "}
          {move
            ? "The source is deleted once its copy is verified."
            : "A copy keeps headers, metadata, tags, encryption, access control list, lock and storage class."}
        </p>
        {contexts.list.length > 1 && (
          <div
            onChange$={(event) => {
              if (event.target instanceof HTMLSelectElement && event.target.name === "context_id")
                contextId.value = event.target.value
            }}
          >
            <SelectField
              name="context_id"
              label="Account or connection"
              value={contextId.value}
              options={contexts.list.map(({ endpoint_name, id, name }) => ({
                value: id,
                label: `${name} (${endpoint_name})`
              }))}
            />
          </div>
        )}
        <ComboField
          name="bucket_name"
          label="Bucket"
          value={offered.bucket}
          required
          mono
          options={buckets.value.map((bucket) => ({ value: bucket, label: bucket }))}
          {...(trouble.value === "" ? {} : { hint: trouble.value })}
        />
        <Field
          name="prefix"
          label="Folder"
          value={offered.prefix}
          mono
          autoFocus
          placeholder="the bucket itself"
          hint="It need not be there yet."
        />
        <SelectField name="on_conflict" label="Where a name is taken" options={CHOICES} />
        <PreviewText
          testid="copy-plan"
          preview={preview}
          keys={plan?.objects ?? 0}
          summary={plan === null ? null : copyPlanSummary(plan, base)}
          result={
            plan === null
              ? ""
              : plan.writes === 0
                ? "Nothing would be written."
                : `${counted(plan.writes, "object")} to be written, ${bytes(plan.write_bytes)}`
          }
        />
      </div>
      <div class="px-5 py-4">
        <LossConsent plan={plan} />
      </div>
      {/* no name in the button: a long one does not fit on a phone */}
      <DialogActions
        open={open}
        busy={form.busy}
        submit={calledOf(about.value).length > 16 ? verb : `${verb} ${calledOf(about.value)}`}
      />
    </Form>
  )
})

export const TargetDialog = ({ onChanged$, open }: TargetDialogProps) => {
  const subject = open.value
  return (
    <Dialog
      open={open}
      title={subject === null ? "Copy" : `${subject.move ? "Move" : "Copy"} ${calledOf(subject)} to …`}
    >
      {subject !== null && <TargetForm open={open} subject={subject} onChanged$={onChanged$} />}
    </Dialog>
  )
}
