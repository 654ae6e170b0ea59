import { $, component$, type QRL, Slot } from "@builder.io/qwik"
import { DialogActions, type Opening } from "~/components/ui/dialog"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { StalePlan } from "./plan-view"
import type { AnyPlanning } from "./use-plan"

interface PlanStepsProps {
  readonly id: string
  readonly open: Opening
  readonly planning: AnyPlanning<{ readonly plan_hash: string; readonly total: number }>
  /** Called at the preview, and again at the plan where that has fields; null starts it. */
  readonly request$: QRL<(values: FormValues, planned: boolean) => Promise<object | null>>
  readonly label: string
  readonly amendable?: boolean
}

export const PlanSteps = component$<PlanStepsProps>(
  ({ amendable, id, label, open, planning: { preview$, start$, state }, request$ }) => {
    const form = useForm(id)
    const { plan } = state
    return (
      <Form
        state={form}
        onSubmit$={$(async (values: FormValues) => {
          const planned = state.plan !== null
          const request = await request$(values, planned)
          if (request !== null) await preview$(request)
          else if (planned && (await start$())) open.value = null
        })}
      >
        <div class="grid min-w-0 gap-4 px-5 py-4">
          <div class={plan === null ? "grid min-w-0 gap-4" : "hidden"}>
            <Slot name="request" />
          </div>
          {plan !== null && (
            <div class="grid min-w-0 gap-4">
              <StalePlan replanned={state.replanned} />
              <Slot name="plan" />
            </div>
          )}
        </div>
        <DialogActions
          open={open}
          submit={plan === null ? "Preview" : label}
          busy={form.busy || (plan?.total === 0 && amendable !== true)}
        >
          {plan !== null && (
            <button
              type="button"
              class="btn btn-ghost"
              disabled={form.busy}
              onClick$={() => {
                state.plan = null
              }}
            >
              Back
            </button>
          )}
        </DialogActions>
      </Form>
    )
  }
)
