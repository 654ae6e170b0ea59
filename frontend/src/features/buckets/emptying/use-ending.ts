import { $, type QRL, type Signal, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { problemText } from "~/client/problem-error"
import { successToast, useToasts } from "~/lib/toasts"
import type { Ending, EndingKind } from "./ending"

interface EndingState {
  readonly open: Signal<Ending | null>
  readonly busy: Signal<boolean>
  readonly ask$: QRL<(kind: EndingKind) => Promise<void>>
}

export const useEnding = (bucket: string, contextId: string): EndingState => {
  const toasts = useToasts()
  const open = useSignal<Ending | null>(null)
  const busy = useSignal(false)
  const ask$ = $(async (kind: EndingKind) => {
    if (busy.value) return
    busy.value = true
    try {
      const plan = await callIn({ contextId, bucket }, "POST /api/manager/buckets/:bucket_name/emptying/plan", {
        body: { delete_bucket: kind !== "empty" }
      })
      open.value = { kind, bucket, contextId, plan }
    } catch (cause) {
      successToast(toasts, {
        tone: "danger",
        text: `What is in ${bucket} could not be counted`,
        detail: problemText(cause)
      })
    } finally {
      busy.value = false
    }
  })
  return { open, busy, ask$ }
}
