import { component$, type NoSerialize, noSerialize, useSignal, useStore } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Row } from "~/client/contract"
import { asProblem, type ProblemError } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { PlanView } from "~/features/platform/runs/plan-view"
import { useOperations } from "~/lib/operations"
import { type PlanRequest, KEY_TYPES, type KeyType, type Plan, PLAN_HEADS, withNouns } from "./rotation"

export type Endpoint = Row<"GET /api/admin/storage-endpoints">

interface Choice {
  endpoints: Record<string, boolean>
  types: Record<string, boolean>
  deactivateOnly: boolean
}

const requestOf = ({ deactivateOnly, endpoints, types }: Choice): PlanRequest => ({
  endpoint_ids: Object.keys(endpoints)
    .filter((id) => endpoints[id])
    .map(Number),
  key_types: Object.keys(types).filter((type) => types[type]) as Array<KeyType>,
  deactivate_only: deactivateOnly
})

export const PlanForm = component$<{ readonly endpoints: ReadonlyArray<Endpoint>; readonly run: { run: string } }>(
  ({ endpoints, run }) => {
    const operations = useOperations()
    const choice = useStore<Choice>({ endpoints: {}, types: { account: true, s3_user: true }, deactivateOnly: true })
    const plan = useSignal<Plan | null>(null)
    const request = useSignal<PlanRequest | null>(null)
    const problem = useSignal<NoSerialize<ProblemError>>()
    const busy = useSignal(false)
    const nextRequest = requestOf(choice)
    const ready =
      nextRequest.key_types.length > 0 &&
      (nextRequest.endpoint_ids.length > 0 || nextRequest.key_types.every((type) => type === "stored_credentials"))
    return (
      <div class="grid max-w-4xl gap-6">
        <div class="grid gap-6 min-[900px]:grid-cols-2">
          <fieldset class="rounded-card border border-line p-4">
            <legend class="px-1 font-medium">Storage endpoints</legend>
            {endpoints.length === 0 && <p class="text-ink-3">No storage endpoint is registered yet.</p>}
            <ul class="grid gap-1">
              {endpoints.map(({ admin_access_key, id, name, url }) => (
                <li key={id}>
                  <label class="flex min-h-8 items-start gap-2 py-0.5">
                    <input
                      type="checkbox"
                      class="check mt-0.5"
                      name="endpoint_ids"
                      value={String(id)}
                      checked={choice.endpoints[String(id)] === true}
                      onChange$={(_, box) => {
                        choice.endpoints = { ...choice.endpoints, [String(id)]: box.checked }
                        plan.value = null
                      }}
                    />
                    <span class="min-w-0 wrap-anywhere">
                      <span class="block font-medium">{name}</span>
                      <span class="block text-xs text-ink-3">
                        {admin_access_key === null ? "No Admin Ops key: its keys cannot be rotated" : url}
                      </span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
          <fieldset class="rounded-card border border-line p-4">
            <legend class="px-1 font-medium">Whose keys</legend>
            <ul class="grid gap-2">
              {KEY_TYPES.map(({ hint, label, type }) => (
                <li key={type}>
                  <label class="flex items-start gap-2">
                    <input
                      type="checkbox"
                      class="check mt-0.5"
                      name="key_types"
                      value={type}
                      checked={choice.types[type] === true}
                      onChange$={(_, box) => {
                        choice.types = { ...choice.types, [type]: box.checked }
                        plan.value = null
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
        </div>
        <fieldset class="rounded-card border border-line p-4">
          <legend class="px-1 font-medium">The old keys</legend>
          <div class="grid gap-2">
            {(
              [
                [
                  true,
                  "Switch them off",
                  "They stay on the gateway: the rotation can be undone, and they can be deleted later."
                ],
                [false, "Delete them", "They are gone as soon as the new key works. This cannot be undone."]
              ] as const
            ).map(([value, label, hint]) => (
              <label key={label} class="flex items-start gap-2">
                <input
                  type="radio"
                  class="check radio mt-0.5"
                  name="old_keys"
                  value={value ? "off" : "delete"}
                  checked={choice.deactivateOnly === value}
                  onChange$={() => {
                    choice.deactivateOnly = value
                    plan.value = null
                  }}
                />
                <span>
                  <span class="block font-medium">{label}</span>
                  <span class="block text-xs text-ink-3">{hint}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {problem.value && (
          <p class="flex gap-2 text-danger" role="alert">
            <Icon name="circle-alert" class="mt-0.5 flex-none" />
            <span>{problem.value.message}</span>
          </p>
        )}
        <div>
          <button
            type="button"
            class={["btn", plan.value === null ? "btn-primary" : "btn-secondary"]}
            disabled={!ready || busy.value}
            aria-busy={busy.value ? "true" : undefined}
            onClick$={async () => {
              busy.value = true
              problem.value = undefined
              try {
                request.value = requestOf(choice)
                plan.value = await call("POST /api/admin/key-rotation/plan", { body: request.value })
              } catch (cause) {
                problem.value = noSerialize(asProblem(cause))
              } finally {
                busy.value = false
              }
            }}
          >
            <Icon name="list-checks" /> {plan.value === null ? "Show the plan" : "Plan again"}
          </button>
        </div>
        {plan.value !== null && (
          <PlanView
            plan={withNouns(plan.value)}
            heads={PLAN_HEADS}
            nothing="There is nothing to rotate: no such key is registered on these endpoints, or all are left out."
          >
            <button
              q:slot="begin"
              type="button"
              class="btn btn-primary"
              disabled={busy.value || plan.value.total === 0}
              aria-busy={busy.value ? "true" : undefined}
              onClick$={async () => {
                if (request.value === null || plan.value === null) return
                busy.value = true
                problem.value = undefined
                try {
                  const startedRun = await call("POST /api/admin/key-rotation", {
                    body: { ...request.value, plan_hash: plan.value.plan_hash }
                  })
                  const { showAdministratorsRun } = await import("../../platform/runs/administrators-run")
                  showAdministratorsRun(operations, startedRun)
                  plan.value = null
                  run.run = String(startedRun.id)
                } catch (cause) {
                  const refused = asProblem(cause)
                  problem.value = noSerialize(refused)
                  if (refused.code === "stale_plan") plan.value = null
                } finally {
                  busy.value = false
                }
              }}
            >
              <Icon name="refresh-cw" /> {plan.value.title}
            </button>
          </PlanView>
        )}
      </div>
    )
  }
)
