import { $, component$, type Signal, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { CheckField, Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { FEATURES, onPage } from "~/features/buckets/bucket-features/feature"
import { int } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { CopyPlanText } from "./copy-plan-text"
import type { CopyDiff, Copying, CopyPlan } from "./copying"

interface Planned {
  readonly feature: (typeof FEATURES)[number]["feature"]
  readonly source: string
  readonly buckets: ReadonlyArray<string>
  readonly plan: CopyPlan
  readonly diffs: ReadonlyArray<CopyDiff>
  /** Confirmed losses of access. */
  readonly accepted: CopyDiff["losses"]
  /** Unconfirmed losses of access; their buckets are excluded. */
  readonly losses: CopyDiff["losses"]
}

/** Name of the consent check box. */
const CONSENT = "accept_losses"

const Asking = component$<{ readonly open: Signal<Copying | null>; readonly copying: Copying }>(({ copying, open }) => {
  // a copy: the prop becomes null before the dialog has closed
  const taken = useSignal(copying)
  const form = useForm("feature-copy")
  const operations = useOperations()
  const planned = useSignal<Planned | null>(null)
  const anew = useSignal(false)
  const query = { context_id: taken.value.contextId }
  const now = planned.value
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        const look = async (
          feature: Planned["feature"],
          source: string,
          buckets: ReadonlyArray<string>,
          accepted: Planned["accepted"]
        ) => {
          const body = { feature, source, buckets, ...(accepted.length === 0 ? {} : { accept_losses: accepted }) }
          const [plan, { items }] = await Promise.all([
            call("POST /api/manager/feature-copies/plan", { query, body }),
            call("POST /api/manager/feature-copies/diffs", { query, body })
          ])
          const losses = [...new Set(items.flatMap((diff) => diff.losses))].filter((loss) => !accepted.includes(loss))
          planned.value = {
            feature,
            source,
            buckets,
            plan,
            diffs: items.filter(({ left_out }) => left_out === null),
            accepted,
            losses
          }
        }
        const before = planned.value
        if (before === null) {
          const feature = onPage((values["feature"] ?? "tags") as Planned["feature"]).feature
          const named = [...new Set((values["targets"] ?? "").split(/[\s,]+/).filter((name) => name !== ""))]
          return look(feature, values["source"] ?? "", taken.value.buckets.length > 0 ? taken.value.buckets : named, [])
        }
        if (values[CONSENT] !== undefined)
          return look(before.feature, before.source, before.buckets, [...before.accepted, ...before.losses])
        try {
          const { accepted, buckets, feature, plan, source } = before
          const run = await call("POST /api/manager/feature-copies", {
            query,
            body: {
              feature,
              source,
              buckets,
              plan_hash: plan.plan_hash,
              ...(accepted.length === 0 ? {} : { accept_losses: accepted })
            }
          })
          const { showManagerRun } = await import("~/features/buckets/manager-runs/manager-runs")
          showManagerRun(operations, run, taken.value.contextId)
          open.value = null
        } catch (cause) {
          if (asProblem(cause).code !== "stale_plan") throw cause
          anew.value = true
          await look(before.feature, before.source, before.buckets, before.accepted)
        }
      })}
    >
      <div class="grid gap-4 px-5 py-4">
        {now === null ? (
          <>
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
                {FEATURES.map(({ feature, label }) => (
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
          </>
        ) : (
          <>
            {anew.value && (
              <p role="alert" class="alert alert-warn">
                Something changed since this was planned. Nothing was done: look at it once more.
              </p>
            )}
            <CopyPlanText plan={now.plan} diffs={now.diffs} />
            {now.losses.length > 0 && (
              <CheckField
                name={CONSENT}
                label="Also plan the buckets where access would be lost"
                hint="They are left out above, with what the keys of this context could no longer do there."
              />
            )}
          </>
        )}
      </div>
      <DialogActions
        open={open}
        submit={
          now === null
            ? "Look at the differences"
            : `Copy to ${int(now.plan.total)} ${now.plan.total === 1 ? "bucket" : "buckets"}`
        }
        busy={form.busy || (now?.plan.total === 0 && now.losses.length === 0)}
      />
    </Form>
  )
})

/** Copies a feature to other buckets: shows a plan with differences, then starts the run. */
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
