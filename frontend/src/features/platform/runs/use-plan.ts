import { $, noSerialize, type NoSerialize, type QRL, useStore } from "@builder.io/qwik"
import { asProblem, type ProblemError } from "~/client/problem-error"

/** Part of every plan. */
interface Hashed {
  readonly plan_hash: string
}

export interface Planning<Request extends object, Plan extends Hashed> {
  readonly state: {
    request: Request | null
    plan: Plan | null
    /** True when this plan replaced one that no longer held. */
    replanned: boolean
    busy: boolean
    /** Failure of `attempt$`. */
    problem: NoSerialize<ProblemError> | undefined
  }
  /** Plans a request. */
  readonly preview$: QRL<(request: Request) => Promise<void>>
  /** Starts the plan. When it no longer holds, nothing is started and the plan is made anew. Answers if it started. */
  readonly start$: QRL<() => Promise<boolean>>
  /** Previews this request, or starts the plan; a failure is in `problem`. For callers outside of a form. */
  readonly attempt$: QRL<(request: Request | null) => Promise<void>>
}

/** Planning of any request, which is only passed on. */
export interface AnyPlanning<Plan extends Hashed> {
  readonly state: Omit<Planning<never, Plan>["state"], "request">
  readonly preview$: QRL<(request: never) => Promise<void>>
  readonly start$: QRL<() => Promise<boolean>>
  readonly attempt$: QRL<(request: null) => Promise<void>>
}

interface Calls<Request, Plan> {
  readonly plan$: QRL<(request: Request) => Promise<Plan>>
  /** Starts the request; `plan_hash` is that of its plan. */
  readonly run$: QRL<(request: Request, planHash: string) => Promise<unknown>>
}

/** Protocol of work with a plan: plan, review, start with the hash of the plan; a stale plan is shown anew. */
export const usePlan = <Request extends object, Plan extends Hashed>(
  { plan$, run$ }: Calls<Request, Plan>,
  first?: { readonly request: Request; readonly plan: Plan }
): Planning<Request, Plan> => {
  const state = useStore<Planning<Request, Plan>["state"]>(
    {
      request: first?.request ?? null,
      plan: first?.plan ?? null,
      replanned: false,
      busy: false,
      problem: undefined
    },
    { deep: false }
  )
  const preview$ = $(async (request: Request) => {
    const plan = await plan$(request)
    Object.assign(state, { request, plan, replanned: false })
  })
  const start$ = $(async () => {
    const { plan, request } = state
    if (plan === null || request === null) return false
    try {
      await run$(request, plan.plan_hash)
      state.plan = null
      return true
    } catch (cause) {
      if (asProblem(cause).code !== "stale_plan") throw cause
      state.plan = await plan$(request)
      state.replanned = true
      return false
    }
  })
  const attempt$ = $(async (request: Request | null) => {
    Object.assign(state, { busy: true, problem: undefined })
    try {
      if (request === null) await start$()
      else await preview$(request)
    } catch (cause) {
      state.problem = noSerialize(asProblem(cause))
    } finally {
      state.busy = false
    }
  })
  return { state, preview$, start$, attempt$ }
}
