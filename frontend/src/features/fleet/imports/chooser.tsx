import { $, component$, type NoSerialize, noSerialize, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Body } from "~/client/contract"
import { asProblem, isAbort } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { type Plan, PLAN_HEADS, withNouns } from "~/features/fleet/rotation/rotation"
import {
  type ImportCandidates,
  type ImportKind,
  readCandidates,
  noCandidates
} from "~/features/accounts/storage-access/importable"
import { PlanSection } from "~/features/platform/runs/plan-section"
import { usePlan } from "~/features/platform/runs/use-plan"
import { counted, int } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { useMe } from "~/lib/use-me"
import { type SelectedCandidates, allCandidates, MAX_IMPORTED } from "./candidates"

type ImportRequest = Body<"POST /api/admin/imports/plan">

interface ChooserProps {
  readonly kind: ImportKind
  readonly noun: string
  readonly many: string
  readonly endpoint: string
  readonly address: { run: string }
}

const scanSummary = ({ items, page }: ImportCandidates, noun: string, many: string): string => {
  if (page === null) return ""
  const countText = counted(items.length, noun, many)
  const bound = page.incomplete ? " The gateway has more than are listed." : ""
  const searched = page.searched === "id" ? " Too many to search every name: searched by id." : ""
  return (
    (page.next_after === null
      ? `${countText} to bring in.`
      : `${countText} found, looked at ${int(page.looked_at)} of ${int(page.candidates)}.`) +
    searched +
    bound
  )
}

interface ImportSelection {
  items: ReadonlyArray<string>
  link: boolean
}

const requestOf = (
  kind: ImportKind,
  endpoint: string,
  { items, link }: ImportSelection,
  userId: number | undefined
): ImportRequest => ({
  kind,
  storage_endpoint_id: Number(endpoint),
  ids: [...items],
  ...(link && userId !== undefined
    ? {
        user_links: [
          { user_id: userId, manager_role: "account_administrator", allow_manager_browser_data_access: true }
        ]
      }
    : {})
})

const OfferedRow = component$<{
  readonly id: string
  readonly name: string | null
  readonly suspended: boolean
  readonly chosen: boolean
  readonly state: { selected: SelectedCandidates }
  readonly planned: { plan: Plan | null }
}>(({ chosen, id, name, planned, state, suspended }) => (
  <label class="flex cursor-pointer items-start gap-2 px-3 py-2 hover:bg-hover has-checked:bg-selected">
    <input
      type="checkbox"
      class="check mt-0.5"
      name="ids"
      value={id}
      checked={chosen}
      onChange$={(_, box) => {
        state.selected = box.checked
          ? { ...state.selected, [id]: name ?? id }
          : Object.fromEntries(Object.entries(state.selected).filter(([key]) => key !== id))
        planned.plan = null
      }}
    />
    <span class="min-w-0">
      <span class="block font-medium break-words">
        {name ?? id}
        {suspended && " (suspended)"}
      </span>
      {name !== null && name !== id && <span class="block font-mono text-xs break-all text-ink-3">{id}</span>}
    </span>
  </label>
))

export const Chooser = component$<ChooserProps>(({ address, endpoint, kind, many, noun }) => {
  const me = useMe()
  const operations = useOperations()
  const candidates = useStore<ImportCandidates>(noCandidates(), { deep: false })
  const search = useSignal("")
  const on = useSignal(0)
  const state = useStore<{
    selected: SelectedCandidates
    link: boolean
    gathering: number | null
    note: string
  }>({ selected: {}, link: true, gathering: null, note: "" }, { deep: false })
  const planning = usePlan<ImportRequest, Plan>({
    plan$: $(async (body: ImportRequest) => withNouns(await call("POST /api/admin/imports/plan", { body }))),
    run$: $(async (request: ImportRequest, plan_hash: string) => {
      const run = await call("POST /api/admin/imports", { body: { ...request, plan_hash } })
      const { showRun } = await import("../../platform/runs/show-run")
      showRun(operations, run, { workspace: "admin" })
      address.run = String(run.id)
    })
  })
  const planned = planning.state

  useVisibleTask$(
    ({ cleanup, track }) => {
      const text = track(() => search.value)
      const controller = new AbortController()
      const wait = setTimeout(
        () => void readCandidates(candidates, kind, endpoint, text, false, controller.signal),
        text === "" ? 0 : 250
      )
      cleanup(() => {
        clearTimeout(wait)
        controller.abort()
      })
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ cleanup, track }) => {
      if (track(() => on.value) === 0) return
      const controller = new AbortController()
      cleanup(() => controller.abort())
      void readCandidates(candidates, kind, endpoint, search.value, true, controller.signal)
    },
    { strategy: "document-ready" }
  )
  const gathering = useSignal<NoSerialize<AbortController>>()
  useVisibleTask$(({ cleanup }) => cleanup(() => gathering.value?.abort()), { strategy: "document-ready" })

  const ids = Object.keys(state.selected)
  if (candidates.problem !== "")
    return (
      <p class="alert alert-warn" role="status">
        <Icon name="triangle-alert" />
        <span>What the gateway has cannot be listed: {candidates.problem} Import one by its id instead.</span>
      </p>
    )
  return (
    <div class="grid gap-4" data-testid="chooser">
      <div class="grid gap-2">
        <input
          type="search"
          class="input max-w-md"
          aria-label={`Search ${many} by name or id`}
          placeholder="Search by name or id"
          maxLength={200}
          autoComplete="off"
          onInput$={(_, box) => {
            gathering.value?.abort()
            search.value = box.value
          }}
        />
        <div
          class="max-h-96 divide-y divide-line overflow-y-auto rounded-ctl border border-line"
          tabIndex={0}
          role="group"
          aria-label={`${many} of the gateway`}
        >
          {candidates.items.map(({ id, name, suspended }) => (
            <OfferedRow
              key={id}
              id={id}
              name={name}
              suspended={suspended}
              chosen={state.selected[id] !== undefined}
              state={state}
              planned={planned}
            />
          ))}
          {candidates.busy &&
            candidates.items.length === 0 &&
            [0, 1, 2].map((line) => (
              <span key={`skeleton-${line}`} class="skeleton m-2 block h-6" aria-hidden="true" />
            ))}
          {!candidates.busy && candidates.items.length === 0 && (
            <p class="p-3 text-ink-3">
              {search.value.trim() !== ""
                ? `No ${noun} fits the search.`
                : candidates.page?.next_after
                  ? `No ${noun} yet: look further.`
                  : `Every ${noun} of this gateway is registered.`}
            </p>
          )}
        </div>
        <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p class="min-w-0 flex-1 basis-48 text-xs text-ink-3" role="status">
            {candidates.busy ? "Asking the gateway…" : scanSummary(candidates, noun, many)}
          </p>
          {candidates.page?.next_after && (
            <button
              type="button"
              class="btn btn-ghost btn-sm"
              disabled={candidates.busy}
              onClick$={() => {
                on.value++
              }}
            >
              Look further
            </button>
          )}
          <button
            type="button"
            class="btn btn-ghost btn-sm"
            disabled={candidates.items.length === 0}
            onClick$={() => {
              state.selected = {
                ...state.selected,
                ...Object.fromEntries(candidates.items.map(({ id, name }) => [id, name ?? id]))
              }
              planned.plan = null
            }}
          >
            Select those shown
          </button>
          {candidates.page?.next_after && (
            <button
              type="button"
              class="btn btn-ghost btn-sm"
              aria-busy={state.gathering === null ? undefined : "true"}
              disabled={state.gathering !== null}
              onClick$={async () => {
                const controller = new AbortController()
                gathering.value = noSerialize(controller)
                state.gathering = 0
                state.note = ""
                planned.problem = undefined
                try {
                  const { items, more } = await allCandidates(
                    kind,
                    endpoint,
                    search.value,
                    (some) => {
                      state.gathering = some.length
                    },
                    controller.signal
                  )
                  state.selected = {
                    ...state.selected,
                    ...Object.fromEntries(items.map(({ id, name }) => [id, name ?? id]))
                  }
                  planned.plan = null
                  state.note = more
                    ? `There are more: one run takes ${int(MAX_IMPORTED)}. Bring these in first, then the rest.`
                    : ""
                } catch (cause) {
                  if (!isAbort(cause)) planned.problem = noSerialize(asProblem(cause))
                }
                state.gathering = null
              }}
            >
              {state.gathering === null ? "Select everything that fits" : `Selecting… ${int(state.gathering)}`}
            </button>
          )}
        </div>
        {state.note !== "" && (
          <p class="text-xs text-warn" role="status">
            {state.note}
          </p>
        )}
      </div>
      <div class="flex flex-wrap items-center gap-3">
        <p class="font-medium" role="status" data-testid="chosen">
          {ids.length === 0 ? "Nothing is selected" : `${counted(ids.length, noun, many)} selected`}
        </p>
        {ids.length > 0 && (
          <button
            type="button"
            class="btn btn-ghost btn-sm"
            onClick$={() => {
              state.selected = {}
              planned.plan = null
            }}
          >
            Clear
          </button>
        )}
      </div>
      <label class="flex items-start gap-2">
        <input
          type="checkbox"
          class="check mt-0.5"
          name="link_me"
          checked={state.link}
          onChange$={(_, box) => {
            state.link = box.checked
            planned.plan = null
          }}
        />
        <span>
          <span class="block font-medium">I manage them</span>
          <span class="block text-xs text-ink-3">They appear among your contexts in Manager and Browser.</span>
        </span>
      </label>
      <PlanSection
        planning={planning}
        request$={$(() =>
          requestOf(kind, endpoint, { items: Object.keys(state.selected), link: state.link }, me.value?.id)
        )}
        ready={ids.length > 0 && ids.length <= MAX_IMPORTED}
        heads={PLAN_HEADS}
        icon="download"
        nothing="Nothing of this can be imported."
      >
        {ids.length > MAX_IMPORTED && (
          <p class="mt-1 text-xs text-warn">One run takes {int(MAX_IMPORTED)}: select fewer.</p>
        )}
      </PlanSection>
    </div>
  )
})
