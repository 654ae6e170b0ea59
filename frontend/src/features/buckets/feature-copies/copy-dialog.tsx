import { $, component$, type Signal, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { Dialog } from "~/components/ui/dialog"
import { CheckField, Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { FEATURE_LIST, onPage } from "~/features/buckets/bucket-features/feature"
import { PlanSteps } from "~/features/platform/runs/plan-dialog"
import { usePlan } from "~/features/platform/runs/use-plan"
import { int } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { CopyPlanText } from "./copy-plan-text"
import type { CopyDiff, Copying, CopyPlan } from "./copying"

interface CopyRequest {
  readonly feature: (typeof FEATURE_LIST)[number]["feature"]
  readonly source: string
  readonly buckets: ReadonlyArray<string>
  readonly accept_losses: CopyDiff["losses"]
}

interface Planned extends CopyPlan {
  readonly diffs: ReadonlyArray<CopyDiff>
  readonly losses: CopyDiff["losses"]
}

const CONSENT = "accept_losses"

const Asking = component$<{ readonly open: Signal<Copying | null>; readonly copying: Copying }>(({ copying, open }) => {
  // a copy: the prop becomes null before the dialog has closed
  const taken = useSignal(copying)
  const operations = useOperations()
  const planning = usePlan<CopyRequest, Planned>({
    plan$: $(async (body: CopyRequest) => {
      const [plan, { items }] = await Promise.all([
        callIn(taken.value, "POST /api/manager/feature-copies/plan", { body }),
        callIn(taken.value, "POST /api/manager/feature-copies/diffs", { body })
      ])
      const losses = [...new Set(items.flatMap((diff) => diff.losses))]
      return {
        ...plan,
        diffs: items.filter(({ left_out }) => left_out === null),
        losses: losses.filter((loss) => !body.accept_losses.includes(loss))
      }
    }),
    run$: $(async (request: CopyRequest, plan_hash: string) => {
      const run = await callIn(taken.value, "POST /api/manager/feature-copies", { body: { ...request, plan_hash } })
      const { showRun } = await import("~/features/platform/runs/show-run")
      showRun(operations, run, { workspace: "manager", contextId: taken.value.contextId })
    })
  })
  const now = planning.state.plan
  return (
    <PlanSteps
      id="feature-copy"
      open={open}
      planning={planning}
      amendable={(now?.losses.length ?? 0) > 0}
      label={`Copy to ${int(now?.total ?? 0)} ${now?.total === 1 ? "bucket" : "buckets"}`}
      request$={$(async (values: FormValues, planned: boolean): Promise<CopyRequest | null> => {
        const { plan, request } = planning.state
        if (planned)
          return values[CONSENT] === undefined || plan === null || request === null
            ? null
            : { ...request, accept_losses: [...request.accept_losses, ...plan.losses] }
        const named = [...new Set((values["targets"] ?? "").split(/[\s,]+/).filter((name) => name !== ""))]
        return {
          feature: onPage((values["feature"] ?? "tags") as CopyRequest["feature"]).feature,
          source: values["source"] ?? "",
          buckets: taken.value.buckets.length > 0 ? taken.value.buckets : named,
          accept_losses: []
        }
      })}
    >
      <div q:slot="request" class="contents">
        <p class="text-ink-2">
          What{" "}
          {taken.value.buckets.length > 0
            ? `another bucket has is written to the ${int(taken.value.buckets.length)} selected`
            : "this bucket has is written to others"}
          . You see each difference before anything is changed, and can undo it.
        </p>
        <div>
          <label for="copy-feature" class="mb-1 block font-medium">
            Feature
          </label>
          <select id="copy-feature" name="feature" class="input">
            {FEATURE_LIST.map(({ feature, label }) => (
              <option key={feature} value={feature} selected={feature === taken.value.feature}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <Field
          name="source"
          label="Copy from bucket"
          value={taken.value.source ?? ""}
          required
          mono
          autoFocus={taken.value.source === undefined}
        />
        {taken.value.buckets.length === 0 && (
          <div>
            <label for="copy-targets" class="mb-1 block font-medium">
              To buckets
            </label>
            <textarea
              id="copy-targets"
              name="targets"
              class="input h-24 font-mono"
              aria-describedby="copy-targets-help"
              spellcheck={false}
              required
              autoFocus
            />
            <p id="copy-targets-help" class="mt-1 text-xs text-ink-3">
              Their names, with spaces, commas or line ends between.
            </p>
          </div>
        )}
      </div>
      {now !== null && (
        <div q:slot="plan" class="contents">
          <CopyPlanText plan={now} diffs={now.diffs} />
          {now.losses.length > 0 && (
            <CheckField
              name={CONSENT}
              label="Also plan the buckets where access would be lost"
              hint="They are left out above, with what the keys of this context could no longer do there."
            />
          )}
        </div>
      )}
    </PlanSteps>
  )
})

export const CopyDialog = component$<{ readonly open: Signal<Copying | null> }>(({ open }) => {
  const copying = open.value
  return (
    <Dialog open={open} title="Copy a feature">
      {copying !== null && (
        <Asking key={`${copying.source ?? ""} ${copying.buckets.join("/")}`} open={open} copying={copying} />
      )}
    </Dialog>
  )
})
