import { $, noSerialize, type NoSerialize, type QRL, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem, isAbort, problemText } from "~/client/problem-error"
import type { FormState } from "~/components/ui/form"
import { formErrors } from "~/lib/form-errors"
import { checkAfterPause } from "../../../buckets/policies/check-after-pause"

export type PreviewStatus = "none" | "reading" | "whole" | "failed"

export interface Previewing<A> {
  status: PreviewStatus
  plan: A | null
  problem: string
}

type Frames = AsyncIterable<{ readonly event: string; readonly data: unknown }>

/** `unread`: the preview was not finished, and is repeated if the request fails. */
interface Taken {
  readonly plan: { readonly planned_at?: string }
  readonly unread: boolean
}

export interface Preview<A> {
  readonly state: Previewing<A>
  readonly readNow$: QRL<() => Promise<void>>
  readonly forget$: QRL<() => void>
  readonly readSoon$: QRL<() => Promise<void>>
  /** A finished plan is stored for a retry, an unfinished one is dropped. Refusals of the form show once. */
  readonly takePlan$: QRL<() => Promise<Taken>>
  /** Reads the plan again after a conflict, which it explains; other refusals would only repeat. */
  readonly readAfterConflict$: QRL<(cause: unknown, taken: Taken) => Promise<void>>
}

interface PreviewOptions {
  /** A refusal of the plan replaces the form's own message, so that no text shows twice. */
  readonly form: FormState
  readonly fields?: ReadonlyArray<string>
  readonly atOnce?: boolean
}

/** `ask$` returns null while the form is incomplete; its errors show at their field, else as the plan's problem. */
export const usePreview = <A>(
  ask$: QRL<(signal: AbortSignal) => Frames | null>,
  { atOnce = false, fields = [], form }: PreviewOptions
): Preview<A> => {
  const state = useStore<Previewing<A>>({ status: "none", plan: null, problem: "" })
  const running = useSignal<NoSerialize<AbortController>>()
  const readings = useSignal(atOnce ? 1 : 0)
  useVisibleTask$(
    ({ cleanup }) => {
      cleanup(() => running.value?.abort())
    },
    { strategy: "document-ready" }
  )
  const readNow$ = $(async () => {
    running.value?.abort()
    const controller = new AbortController()
    running.value = noSerialize(controller)
    Object.assign(state, { status: "reading", plan: null, problem: "" })
    try {
      const frames = await ask$(controller.signal)
      if (controller.signal.aborted) return
      if (frames === null) {
        state.status = "none"
        return
      }
      for await (const frame of frames) {
        if (controller.signal.aborted) return
        if (frame.event === "progress" || frame.event === "result")
          Object.assign(state, { plan: frame.data, status: frame.event === "result" ? "whole" : "reading" })
      }
    } catch (cause) {
      if (controller.signal.aborted || isAbort(cause)) return
      const errors = formErrors(asProblem(cause), fields)
      Object.assign(form, { fields: errors.fields, general: "" })
      Object.assign(state, {
        status: "failed",
        plan: null,
        problem: Object.keys(errors.fields).length > 0 ? errors.general : problemText(cause)
      })
    }
  })
  const forget$ = $(() => {
    running.value?.abort()
    readings.value = 0
    Object.assign(state, { status: "none", plan: null, problem: "" })
  })
  useVisibleTask$(
    ({ cleanup, track }) => {
      if (track(readings) > 0)
        cleanup(
          checkAfterPause(
            () => readNow$(),
            () => undefined
          )
        )
    },
    { strategy: "document-ready" }
  )
  const readSoon$ = $(async () => {
    await forget$()
    Object.assign(form, { fields: {}, general: "" })
    readings.value++
  })
  const takePlan$ = $(async () => {
    const plan = plannedBy(state as Previewing<{ readonly planned_at: string }>)
    if (plan.planned_at !== undefined) return { plan, unread: false }
    const unread = state.status !== "failed"
    await forget$()
    return { plan, unread }
  })
  const readAfterConflict$ = $(async (cause: unknown, { unread }: Taken) => {
    if (unread && asProblem(cause).status === 409) await readNow$()
  })
  return { state, readNow$, forget$, readSoon$, takePlan$, readAfterConflict$ }
}

const plannedBy = ({ status, plan }: Previewing<{ readonly planned_at: string }>): { readonly planned_at?: string } =>
  status === "whole" && plan !== null ? { planned_at: plan.planned_at } : {}
