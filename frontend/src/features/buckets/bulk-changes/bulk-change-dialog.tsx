import { $, component$, type Signal, useContextProvider, useSignal, useStore } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { Dialog } from "~/components/ui/dialog"
import { CheckField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { type Editing, EditingContext } from "~/features/buckets/bucket-features/editing"
import { FEATURE_LIST } from "~/features/buckets/bucket-features/feature"
import { PlanSteps } from "~/features/platform/runs/plan-dialog"
import { PlanView, type WorkPlan } from "~/features/platform/runs/plan-view"
import { usePlan } from "~/features/platform/runs/use-plan"
import { counted, int } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import {
  type BulkRequest,
  type BulkTarget,
  changeFaults,
  changeOf,
  type ChangeKind,
  CHANGE_KINDS,
  planChange,
  startChange
} from "./bulk-change"
import { ChangeFields } from "./change-fields"
import { editingOf, fieldError, ACCESS_LOSSES, sourceOf } from "./change-draft"

const HEADS = ["Bucket", "Change"] as const

const Asking = component$<{ readonly open: Signal<BulkTarget | null>; readonly target: BulkTarget }>(
  ({ open, target }) => {
    // a copy: the prop becomes null before the dialog has closed
    const taken = useSignal(target)
    const operations = useOperations()
    const kind = useSignal<ChangeKind>("tags")
    const editing = useStore<Editing>(() => editingOf("tags"), { deep: false })
    useContextProvider(EditingContext, editing)
    const planning = usePlan<BulkRequest, WorkPlan>({
      plan$: $(async (body: BulkRequest) => {
        editing.faults = []
        try {
          return await planChange(taken.value.place, body)
        } catch (cause) {
          editing.faults = changeFaults(kind.value, asProblem(cause))
          throw cause
        }
      }),
      run$: $(async (request: BulkRequest, planHash: string) => {
        const { place } = taken.value
        const run = await startChange(place, request, planHash)
        const { showRun } = await import("~/features/platform/runs/show-run")
        showRun(operations, run, place)
      })
    })
    const { plan } = planning.state
    const { ids, source, template, total } = taken.value
    return (
      <PlanSteps
        id="bulk-change"
        open={open}
        planning={planning}
        label={plan?.title ?? ""}
        request$={$(async (values: FormValues, planned: boolean): Promise<BulkRequest | null> => {
          if (planned) return null
          const accepted = values["accept_losses"] === undefined ? {} : { accept_losses: ACCESS_LOSSES }
          const wanted = taken.value.template
          if (wanted !== undefined)
            return {
              selection: { ids: taken.value.ids },
              change: { kind: "settings", settings: wanted.settings },
              ...accepted
            }
          if (editing.unread !== "") throw fieldError("change", editing.unread)
          const isCopy = kind.value === "copy_features"
          const entered = {
            draft: editing.draft,
            removed: values["removed"] ?? "",
            clear: values["clear"] !== undefined,
            source: isCopy ? await sourceOf(taken.value, (values["source"] ?? "").trim()) : "",
            features: FEATURE_LIST.map(({ feature }) => feature).filter((one) => values[`feature.${one}`] !== undefined)
          }
          if (isCopy && entered.features.length === 0) throw fieldError("features", "Select at least one feature.")
          return {
            selection:
              values["scope"] === "all" || taken.value.ids.length === 0
                ? { query: taken.value.query }
                : { ids: taken.value.ids },
            change: changeOf(kind.value, entered),
            ...accepted
          }
        })}
      >
        <div q:slot="request" class="contents">
          {template === undefined ? (
            <>
              {ids.length > 0 ? (
                <fieldset class="grid gap-1">
                  <legend class="mb-1 font-medium">Buckets</legend>
                  {(
                    [
                      ["selected", `${int(ids.length)} selected`],
                      ["all", `All ${int(total)} that match search and filters`]
                    ] as const
                  ).map(([value, label], index) => (
                    <label key={value} class="flex min-h-6 items-center gap-2">
                      <input type="radio" class="check radio" name="scope" value={value} checked={index === 0} />
                      {label}
                    </label>
                  ))}
                </fieldset>
              ) : (
                <p>
                  <b class="font-medium">{int(total)}</b> {total === 1 ? "bucket matches" : "buckets match"} search and
                  filters.
                </p>
              )}
              <div>
                <label for="bulk-change-kind" class="mb-1 block font-medium">
                  Change
                </label>
                <select
                  id="bulk-change-kind"
                  name="kind"
                  class="input"
                  onChange$={(_, element) => {
                    kind.value = element.value as ChangeKind
                    Object.assign(editing, editingOf(kind.value))
                  }}
                >
                  {CHANGE_KINDS.map((one) => (
                    <option key={one.kind} value={one.kind} selected={one.kind === kind.value}>
                      {one.label}
                    </option>
                  ))}
                </select>
              </div>
              <ChangeFields key={kind.value} kind={kind.value} source={source} />
            </>
          ) : (
            <p class="wrap-anywhere">
              {counted(ids.length, "bucket")} {ids.length === 1 ? "gets" : "get"} the settings of the golden template
              <b class="font-medium"> {template.name}</b>.
              {ids.length < total && ` ${int(total - ids.length)} more differ: change them in a second run.`}
            </p>
          )}
          <CheckField
            name="accept_losses"
            label="Also change buckets whose owner would lose access"
            hint="Otherwise these buckets are left out, with the reason."
          />
        </div>
        <div q:slot="plan" class="contents">
          {plan !== null && <PlanView plan={plan} heads={HEADS} nothing="No bucket would be changed." />}
        </div>
      </PlanSteps>
    )
  }
)

export const BulkChangeDialog = component$<{ readonly open: Signal<BulkTarget | null> }>(({ open }) => {
  const target = open.value
  return (
    <Dialog open={open} title="Change buckets" wide>
      {target !== null && <Asking open={open} target={target} />}
    </Dialog>
  )
})
