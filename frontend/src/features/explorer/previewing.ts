import { $, noSerialize, type NoSerialize, type QRL, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem, isAbort, reasonOf } from "~/client/problem-error"
import { askAfterPause } from "../policies/after-pause"

export type PreviewStatus = "none" | "reading" | "whole" | "failed"

/** How a preview stands, and what it tells. */
export interface Previewing<A> {
  status: PreviewStatus
  told: A | null
  problem: string
}

type Frames = AsyncIterable<{ readonly event: string; readonly data: unknown }>

/** What is sent is begun with `plan`. `unread`: that was not told to its end, and is asked about anew where nothing comes of sending. */
interface Taken {
  readonly plan: { readonly planned_at?: string }
  readonly unread: boolean
}

/** What work would do, as its dialog asks about it before it begins. */
export interface Preview<A> {
  readonly state: Previewing<A>
  /** Asks now; what was asked before ends. */
  readonly look$: QRL<() => Promise<void>>
  /** Ends the reading, forgets what it told, and what was still to be asked. */
  readonly forget$: QRL<() => void>
  /** Something else is wished: what was told is no answer to it, and it is asked about once somebody pauses. */
  readonly wished$: QRL<() => Promise<void>>
  /** What is sent now holds to this: a plan that was read to its end stays, for what is refused may be sent again; any other is forgotten, and what the service says to the form is said once. */
  readonly taken$: QRL<() => Promise<Taken>>
}

/**
 * Asks what work would do. `ask$` answers the frames of the service, or null where it is not clear yet what is meant; what it throws is told as what the
 * service refuses. `atOnce`: it is asked without a wish. It ends with its dialog. Browser only.
 */
export const usePreview = <A>(ask$: QRL<(signal: AbortSignal) => Frames | null>, atOnce = false): Preview<A> => {
  const state = useStore<Previewing<A>>({ status: "none", told: null, problem: "" })
  const running = useSignal<NoSerialize<AbortController>>()
  /** How often something else was wished. */
  const wishes = useSignal(atOnce ? 1 : 0)
  useVisibleTask$(({ cleanup }) => { cleanup(() => running.value?.abort()) }, { strategy: "document-ready" })
  const look$ = $(async () => {
    running.value?.abort()
    const controller = new AbortController()
    running.value = noSerialize(controller)
    Object.assign(state, { status: "reading", told: null, problem: "" })
    try {
      const frames = await ask$(controller.signal)
      if (controller.signal.aborted) return
      if (frames === null) {
        state.status = "none"
        return
      }
      for await (const frame of frames) {
        if (controller.signal.aborted) return
        if (frame.event === "progress" || frame.event === "result") Object.assign(state, { told: frame.data, status: frame.event === "result" ? "whole" : "reading" })
      }
    } catch (cause) {
      if (controller.signal.aborted || isAbort(cause)) return
      const { errors } = asProblem(cause)
      Object.assign(state, { status: "failed", told: null, problem: errors?.[0]?.message ?? reasonOf(cause) })
    }
  })
  const forget$ = $(() => {
    running.value?.abort()
    wishes.value = 0
    Object.assign(state, { status: "none", told: null, problem: "" })
  })
  useVisibleTask$(({ cleanup, track }) => {
    if (track(wishes) > 0) cleanup(askAfterPause(() => look$(), () => undefined))
  }, { strategy: "document-ready" })
  const wished$ = $(async () => {
    await forget$()
    wishes.value++
  })
  const taken$ = $(async () => {
    const plan = plannedBy(state as Previewing<{ readonly planned_at: string }>)
    if (plan.planned_at !== undefined) return { plan, unread: false }
    const unread = state.status !== "failed"
    await forget$()
    return { plan, unread }
  })
  return { state, look$, forget$, wished$, taken$ }
}

/** What a run is begun with: the moment of its plan, where that was read to its end. */
export const plannedBy = ({ status, told }: Previewing<{ readonly planned_at: string }>): { readonly planned_at?: string } =>
  status === "whole" && told !== null ? { planned_at: told.planned_at } : {}
