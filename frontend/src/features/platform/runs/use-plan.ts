import { $, noSerialize, type NoSerialize, type QRL, useStore } from "@builder.io/qwik"
import { asProblem, type ProblemError } from "~/client/problem-error"

interface Hashed {
  readonly plan_hash: string
}

export interface AnyPlanning<Plan extends Hashed> {
  readonly state: {
    request: object | null
    plan: Plan | null
    replanned: boolean
    busy: boolean
    problem: NoSerialize<ProblemError> | undefined
  }
  readonly preview$: QRL<(request: object) => Promise<void>>
  /** If the plan is stale, it plans again and starts nothing. Returns whether it started. */
  readonly start$: QRL<() => Promise<boolean>>
  /** For callers outside of a form: a failure is in `problem`. */
  readonly attempt$: QRL<(request: object | null) => Promise<void>>
}

export interface Planning<Request extends object, Plan extends Hashed> extends AnyPlanning<Plan> {
  readonly state: AnyPlanning<Plan>["state"] & { request: Request | null }
}

interface Calls<Request, Plan> {
  readonly plan$: QRL<(request: Request) => Promise<Plan>>
  readonly run$: QRL<(request: Request, planHash: string) => Promise<unknown>>
}

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
  const preview$ = $(async (request: object) => {
    const plan = await plan$(request as Request)
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
  const attempt$ = $(async (request: object | null) => {
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
