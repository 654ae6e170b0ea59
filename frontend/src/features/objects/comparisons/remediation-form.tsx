import { $, component$, useSignal, useStore } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { Answer, Body } from "~/client/contract"
import { Icon } from "~/components/ui/icon"
import { PlanSection } from "~/features/platform/runs/plan-section"
import { usePlan } from "~/features/platform/runs/use-plan"
import { counted } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { COPY_LOSSES, type Loss } from "../bucket-pairs/losses"

type Plan = Answer<"POST /api/manager/bucket-comparisons/:comparison_id/remediation/plan">
type Request = Body<"POST /api/manager/bucket-comparisons/:comparison_id/remediation/plan">
type Action = Request["actions"][number]

const ACTIONS: ReadonlyArray<{ readonly action: Action; readonly label: string; readonly hint: string }> = [
  { action: "copy_missing", label: "Copy missing objects", hint: "Those that only the source has." },
  { action: "replace_different", label: "Replace different objects", hint: "With those of the source." },
  { action: "delete_extra", label: "Delete extra objects", hint: "Those that only the target has." },
  {
    action: "align_settings",
    label: "Align settings",
    hint: "Sets the target's features as the source's. Can be undone."
  }
]

const PLAN_HEADS = ["Object or setting", "Detail"] as const

interface RemediationFormProps {
  readonly id: number
  readonly contextId: string
}

export const RemediationForm = component$<RemediationFormProps>(({ contextId, id }) => {
  const operations = useOperations()
  const chosen = useStore<{ actions: ReadonlyArray<Action>; losses: ReadonlyArray<Loss> }>(
    { actions: [], losses: [] },
    { deep: false }
  )
  const startedRun = useSignal<number | null>(null)
  const planning = usePlan<Request, Plan>({
    plan$: $((body: Request) => {
      startedRun.value = null
      return callIn({ contextId }, "POST /api/manager/bucket-comparisons/:comparison_id/remediation/plan", {
        params: { comparison_id: id },
        body
      })
    }),
    run$: $(async (request: Request, plan_hash: string) => {
      const run = await callIn({ contextId }, "POST /api/manager/bucket-comparisons/:comparison_id/remediation", {
        params: { comparison_id: id },
        body: { ...request, plan_hash }
      })
      const { showRun } = await import("~/features/platform/runs/show-run")
      showRun(operations, run, { workspace: "manager", contextId })
      startedRun.value = run.id
    })
  })
  const { plan } = planning.state
  return (
    <section class="grid gap-4" aria-label="Make the target equal">
      <h2 class="text-base font-semibold">Make the target equal</h2>
      <p class="max-w-3xl text-ink-2">
        Objects that were written at the target since this comparison are left alone. Unknown objects are never
        replaced.
      </p>
      <div class="grid gap-4 min-[900px]:grid-cols-2">
        <fieldset class="rounded-card border border-line p-4">
          <legend class="px-1 font-medium">Actions</legend>
          <ul class="grid gap-2">
            {ACTIONS.map(({ action, hint, label }) => (
              <li key={action}>
                <label class="flex items-start gap-2">
                  <input
                    type="checkbox"
                    class="check mt-0.5"
                    checked={chosen.actions.includes(action)}
                    onChange$={(_, box) => {
                      const others = chosen.actions.filter((other) => other !== action)
                      chosen.actions = box.checked ? [...others, action] : others
                      planning.state.plan = null
                    }}
                  />
                  <span>
                    <span class="block font-medium">{label}</span>
                    <span class="block text-xs text-ink-3">{hint}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
        <fieldset class="rounded-card border border-line p-4">
          <legend class="px-1 font-medium">Accepted losses</legend>
          <p class="mb-2 text-xs text-ink-3">
            An object that would lose another property at the target is left out and reported.
          </p>
          <ul class="grid gap-1">
            {COPY_LOSSES.map(({ label, loss }) => (
              <li key={loss}>
                <label class="flex min-h-6 items-center gap-2">
                  <input
                    type="checkbox"
                    class="check"
                    checked={chosen.losses.includes(loss)}
                    onChange$={(_, box) => {
                      const others = chosen.losses.filter((other) => other !== loss)
                      chosen.losses = box.checked ? [...others, loss] : others
                      planning.state.plan = null
                    }}
                  />
                  {label}
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      </div>
      {startedRun.value !== null && (
        <p class="alert alert-ok" role="status">
          <Icon name="circle-check" />
          <span>
            Started.{" "}
            <a
              class="link"
              href={`/manager/work?${new URLSearchParams({ run: String(startedRun.value), context_id: contextId })}`}
            >
              Open the report
            </a>
            , and compare again afterwards.
          </span>
        </p>
      )}
      <PlanSection
        planning={planning}
        request$={$(() => ({ actions: chosen.actions, accept_losses: chosen.losses }))}
        ready={chosen.actions.length > 0}
        nothing="There is nothing to do."
        heads={PLAN_HEADS}
        icon="play"
        {...(plan === null ? {} : { label: `Run ${counted(plan.total, "change")}` })}
      />
    </section>
  )
})
