import { $, component$, noSerialize, type NoSerialize, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import { follow } from "~/client/sse"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { ErrorState } from "~/components/ui/states"
import { inOrder, isOver, ITEM_STATES, type Item, type Run, RUN_STATES } from "../../platform/runs/run"
import { RunActions } from "./run-actions"
import { keptIn, keptOf, outcomeText } from "./run-outcome"

export const RunReport = component$<{ readonly id: number; readonly contextId: string }>(({ contextId, id }) => {
  const state = useStore<{ run: Run | null; items: ReadonlyArray<Item> }>({ run: null, items: [] }, { deep: false })
  const problem = useSignal<NoSerialize<ProblemError>>()
  const refreshes = useSignal(0)
  useVisibleTask$(
    async ({ cleanup, track }) => {
      track(() => refreshes.value)
      const controller = new AbortController()
      cleanup(() => controller.abort())
      const [params, context] = [{ run_id: id }, { context_id: contextId }]
      const itemsById = new Map<number, Item>()
      const storeItems = (items: ReadonlyArray<Item>) => {
        for (const item of items) itemsById.set(item.ordinal, item)
        state.items = inOrder(itemsById.values())
      }
      const readItems = async () =>
        storeItems(
          (
            await call("GET /api/manager/work/:run_id/items", {
              params,
              query: { ...context, limit: 500 },
              signal: controller.signal
            })
          ).items
        )
      const failed = (cause: unknown) => {
        if (!isAbort(cause)) problem.value = noSerialize(asProblem(cause))
      }
      try {
        state.run = await call("GET /api/manager/work/:run_id", { params, query: context, signal: controller.signal })
        await readItems()
        problem.value = undefined
        const following = new AbortController()
        cleanup(() => following.abort())
        await follow(
          "GET /api/manager/work/:run_id/stream",
          { params, query: context, signal: following.signal },
          {
            onFrame: (frame) => {
              if (frame.event === "done") {
                following.abort()
                void readItems().catch(failed)
                return
              }
              state.run = frame.data.run
              storeItems(frame.data.items)
              if (frame.data.items_changed) void readItems().catch(failed)
            }
          }
        )
      } catch (cause) {
        failed(cause)
      }
    },
    { strategy: "document-ready" }
  )

  const { items, run } = state
  if (problem.value)
    return (
      <div class="grid h-full place-items-center">
        <ErrorState
          title="This run could not be read"
          problem={problem.value}
          onRetry$={() => {
            refreshes.value++
          }}
        />
      </div>
    )
  if (run === null)
    return (
      <div class="grid max-w-3xl gap-3" aria-hidden="true">
        {[0, 1, 2].map((index) => (
          <div key={index} class="skeleton h-12 rounded-card" />
        ))}
      </div>
    )
  const stateBadge = RUN_STATES[run.state]
  const leftovers = items.flatMap(keptOf)
  return (
    <section class="grid max-w-4xl gap-4" aria-label={run.title} data-testid="run">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 class="text-base font-semibold wrap-anywhere">{run.title}</h2>
        <Badge text={stateBadge.text} tone={stateBadge.tone} {...(stateBadge.icon ? { icon: stateBadge.icon } : {})} />
        <div class="flex-1" />
        <RunActions
          id={run.id}
          title={run.title}
          contextId={contextId}
          allowed={run.wishes}
          onChanged$={$((changed: Run) => {
            state.run = changed
          })}
        />
      </div>
      {!isOver(run) && run.progress !== null && run.progress.total !== null && (
        <progress
          class="meter w-full"
          max={Math.max(1, run.progress.total)}
          value={run.progress.done}
          aria-label={`Progress in ${run.progress.unit}`}
        />
      )}
      <p class="text-xs text-ink-3">
        Begun <Ago at={run.created_at} />
        {run.started_by.email !== null && ` by ${run.started_by.email}`}
        {run.ended_at !== null && (
          <>
            , ended <Ago at={run.ended_at} />
          </>
        )}
      </p>
      <table class="report">
        <caption class="sr-only">What came of each step</caption>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">State</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const { icon, text, tone } = ITEM_STATES[item.state]
            return (
              <tr key={item.ordinal} data-state={item.state}>
                <th scope="row">{item.label}</th>
                <td data-label="State">
                  <Badge text={text} tone={tone} {...(icon ? { icon } : {})} />
                </td>
                <td data-label="Result">
                  <span class={item.state === "failed" ? "text-danger" : ""}>{outcomeText(item)}</span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {leftovers.length > 0 && (
        <table class="report" data-testid="kept">
          <caption class="mb-2 text-left font-medium">
            What stays{leftovers.length < items.reduce((sum, item) => sum + keptIn(item), 0) && ", the first of it"}
          </caption>
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Version</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {leftovers.map(({ key, reason, version_id }) => (
              <tr key={`${key} ${version_id}`}>
                <th scope="row" class="font-mono text-xs wrap-anywhere whitespace-pre-wrap">
                  {key}
                </th>
                <td data-label="Version" class="font-mono text-xs wrap-anywhere">
                  {version_id}
                </td>
                <td data-label="Why">{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
})
