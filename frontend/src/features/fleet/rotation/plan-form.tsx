import { $, component$, useStore } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Row } from "~/client/contract"
import { PlanSection } from "~/features/platform/runs/plan-section"
import { usePlan } from "~/features/platform/runs/use-plan"
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
    const planning = usePlan<PlanRequest, Plan>({
      plan$: $(async (body: PlanRequest) => withNouns(await call("POST /api/admin/key-rotation/plan", { body }))),
      run$: $(async (request: PlanRequest, plan_hash: string) => {
        const startedRun = await call("POST /api/admin/key-rotation", { body: { ...request, plan_hash } })
        const { showRun } = await import("../../platform/runs/show-run")
        showRun(operations, startedRun, { workspace: "admin" })
        run.run = String(startedRun.id)
      })
    })
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
                        planning.state.plan = null
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
                    planning.state.plan = null
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
        <PlanSection
          planning={planning}
          request$={$(() => requestOf(choice))}
          ready={ready}
          heads={PLAN_HEADS}
          icon="refresh-cw"
          nothing="There is nothing to rotate: no such key is registered on these endpoints, or all are left out."
        />
      </div>
    )
  }
)
