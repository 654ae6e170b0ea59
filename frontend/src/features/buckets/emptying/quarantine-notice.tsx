import { $, component$, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { commandIn } from "~/lib/command"
import { isAbort } from "~/client/problem-error"
import { ActionButton, useAction } from "~/components/action"
import { CopyAs } from "~/components/ui/copy-as"
import { Icon } from "~/components/ui/icon"
import { dateTime } from "~/lib/format"
import type { Quarantine } from "./ending"

export interface QuarantineFacts {
  readonly id: string
  readonly name: string
  readonly contextId: string
}

/** lazy-loaded: hardly any bucket is in quarantine */
const RestoreText = component$<{ readonly bucket: string; readonly contextId: string }>(({ bucket, contextId }) => (
  <CopyAs
    commands={[commandIn({ contextId, bucket }, "DELETE /api/manager/buckets/:bucket_name/quarantine")]}
    about={`restores ${bucket}`}
  />
))

export const QuarantineNotice = component$<{
  readonly bucket: string
  readonly contextId: string
  readonly changed: Signal<number>
}>(({ bucket, changed, contextId }) => {
  const activeQuarantine = useSignal<Quarantine | null>(null)
  useVisibleTask$(
    async ({ cleanup, track }) => {
      const [name, context] = [track(() => bucket), track(() => contextId)]
      track(() => changed.value)
      const controller = new AbortController()
      cleanup(() => controller.abort())
      if (context === "") return
      try {
        const { items } = await callIn({ contextId: context }, "GET /api/manager/quarantines", {
          signal: controller.signal
        })
        activeQuarantine.value = items.find((one) => one.bucket === name) ?? null
      } catch (cause) {
        // ignore: the page shows an unavailable service itself
        if (!isAbort(cause)) activeQuarantine.value = null
      }
    },
    { strategy: "document-ready" }
  )
  const restore = useAction({
    run$: $((subject: QuarantineFacts) =>
      callIn(subject, "DELETE /api/manager/buckets/:bucket_name/quarantine", { params: { bucket_name: subject.name } })
    ),
    toast$: $((_: Quarantine, subject: QuarantineFacts) => ({
      text: `${subject.name} is restored`,
      detail: "Its policy is as it was before."
    })),
    after$: $(() => {
      changed.value++
    })
  })
  if (activeQuarantine.value === null) return null
  const { asked_by, problem, state, until } = activeQuarantine.value
  return (
    <div class="alert alert-warn my-3 flex-wrap" role="status" data-testid="quarantine">
      <Icon name="timer" />
      <div class="min-w-0 flex-1 basis-48">
        {state === "quarantined" && (
          <p>
            In quarantine: nobody reaches what is in it. It is emptied and deleted on{" "}
            <b class="font-medium">{dateTime(until)}</b>
            {asked_by !== null && `, as ${asked_by} asked`}.
          </p>
        )}
        {state === "deleting" && <p>Its day has come: it is being emptied, and then deleted.</p>}
        {state === "failed" && <p>Its day has come, and it could not be deleted. {problem}</p>}
        {state !== "deleting" && <RestoreText bucket={bucket} contextId={contextId} />}
      </div>
      {state !== "deleting" && (
        <ActionButton
          action={restore}
          on={{ id: `${contextId}/${bucket}`, name: bucket, contextId }}
          label="Restore"
          icon="refresh-cw"
          class="btn-secondary"
        />
      )}
    </div>
  )
})
