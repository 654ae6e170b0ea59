import { $, component$, type Signal, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { Answer } from "~/client/contract"
import { EditDialog, type Editing } from "~/components/action"
import type { ListingState } from "~/components/listing"
import { CheckField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useNavigate } from "~/lib/route"
import { BucketNameField } from "../bucket-pairs/bucket-name-field"
import { TargetContextField } from "../bucket-pairs/target-context-field"
import { comparisonHref, comparisonTitle } from "./comparison"

type Started = Answer<"POST /api/manager/bucket-comparisons">

const ComparisonFields = component$(() => {
  const contexts = useExecutionContexts()
  const current = contexts.current?.id ?? ""
  const targetContext = useSignal(current)
  return (
    <div class="grid gap-4 px-5 py-4">
      <p class="text-ink-2">Nothing is changed in either bucket.</p>
      <BucketNameField key={current} name="source.bucket" label="Source bucket" contextId={current} />
      <TargetContextField name="target.context_id" chosen={targetContext} />
      <BucketNameField
        key={targetContext.value}
        name="target.bucket"
        label="Target bucket"
        contextId={targetContext.value}
      />
      <fieldset class="grid gap-2">
        <legend class="mb-1 font-medium">Compare</legend>
        <CheckField name="content" label="Objects" checked hint="By key, size and ETag or checksum" />
        <CheckField name="versions" label="All versions" hint="Also old versions and delete markers" />
        <CheckField name="settings" label="Settings" checked hint="Feature by feature" />
      </fieldset>
    </div>
  )
})

interface StartDialogProps {
  readonly open: Signal<Editing<object> | null>
  readonly listing: ListingState
}

export const StartComparisonDialog = component$<StartDialogProps>(({ listing, open }) => {
  const contexts = useExecutionContexts()
  const navigate = useNavigate()
  return (
    <EditDialog
      id="start-comparison"
      open={open}
      title="Compare buckets"
      submit="Compare"
      busySubmit="Starting…"
      fields={ComparisonFields}
      listing={listing}
      save$={$((values: FormValues) => {
        const contextId = contexts.current?.id ?? ""
        return callIn({ contextId }, "POST /api/manager/bucket-comparisons", {
          body: {
            source: { context_id: contextId, bucket: (values["source.bucket"] ?? "").trim() },
            target: {
              context_id: values["target.context_id"] ?? contextId,
              bucket: (values["target.bucket"] ?? "").trim()
            },
            content: values["content"] !== undefined,
            settings: values["settings"] !== undefined,
            versions: values["versions"] !== undefined
          }
        })
      })}
      toast$={$((started: Started) => ({ text: `Comparing ${comparisonTitle(started)}` }))}
      after$={$((started: Started) => navigate(comparisonHref(started.id, started.source.context_id)))}
    />
  )
})
