import { component$, type QRL, Slot } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import type { IconName } from "~/lib/icon-names"
import { PlanView, type WorkPlan } from "./plan-view"
import type { AnyPlanning } from "./use-plan"

interface PlanSectionProps {
  readonly planning: AnyPlanning<WorkPlan>
  readonly request$: QRL<() => object>
  readonly ready: boolean
  readonly nothing: string
  readonly heads: readonly [label: string, detail: string]
  readonly icon: IconName
  readonly label?: string
}

export const PlanSection = component$<PlanSectionProps>(
  ({ heads, icon, label, nothing, planning: { attempt$, state }, ready, request$ }) => (
    <>
      {state.problem && (
        <p class="alert alert-danger" role="alert">
          <Icon name="circle-alert" />
          <span>{state.problem.message}</span>
        </p>
      )}
      <div>
        <button
          type="button"
          class={["btn", state.plan === null ? "btn-primary" : "btn-secondary"]}
          disabled={!ready || state.busy}
          aria-busy={state.busy ? "true" : undefined}
          onClick$={async () => attempt$(await request$())}
        >
          <Icon name="list-checks" /> {state.plan === null ? "Preview" : "Preview again"}
        </button>
        <Slot />
      </div>
      {state.plan !== null && (
        <PlanView plan={state.plan} replanned={state.replanned} heads={heads} nothing={nothing}>
          <button
            q:slot="begin"
            type="button"
            class="btn btn-primary"
            disabled={state.busy || state.plan.total === 0}
            aria-busy={state.busy ? "true" : undefined}
            onClick$={() => attempt$(null)}
          >
            <Icon name={icon} /> {label ?? state.plan.title}
          </button>
        </PlanView>
      )}
    </>
  )
)
