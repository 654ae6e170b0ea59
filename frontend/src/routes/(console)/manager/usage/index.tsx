import { component$, noSerialize, type NoSerialize, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import type { Frame } from "~/client/contract"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import { stream } from "~/client/sse"
import { Icon } from "~/components/ui/icon"
import { PageHeader } from "~/components/ui/page-header"
import { EmptyState, ErrorState } from "~/components/ui/states"
import { UsageReport, type UsageSnapshot } from "~/features/usage/usage-report"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { int } from "~/lib/format"

type UsageProgress = Extract<Frame<"POST /api/manager/usage-stats/stream">, { readonly event: "progress" }>["data"]

interface UsageState {
  status: "loading" | "ready" | "failed"
  snapshot: UsageSnapshot | null
  progress: UsageProgress | null
}

export default component$(() => {
  const contexts = useExecutionContexts()
  const state = useStore<UsageState>({ status: "loading", snapshot: null, progress: null })
  const problem = useSignal<NoSerialize<ProblemError>>()
  const again = useSignal(0)
  const counting = useSignal<NoSerialize<AbortController>>()

  useVisibleTask$(
    async ({ cleanup, track }) => {
      const contextId = track(() => contexts.current?.id)
      track(() => again.value)
      if (contextId === undefined) return
      const controller = new AbortController()
      cleanup(() => { controller.abort(); counting.value?.abort() })
      state.status = "loading"
      try {
        state.snapshot = (await call("GET /api/manager/usage-stats/latest", { query: { context_id: contextId }, signal: controller.signal })).snapshot
        state.status = "ready"
      } catch (cause) {
        if (isAbort(cause)) return
        problem.value = noSerialize(asProblem(cause))
        state.status = "failed"
      }
    },
    { strategy: "document-ready" }
  )

  return (
    <div class="flex h-full min-h-0 flex-col">
      <PageHeader title="Usage">
        {state.progress !== null && (
          <span class="flex items-center gap-2 text-xs text-ink-2" role="status">
            <progress class="meter w-32" max={100} value={state.progress.percent} aria-label="Recount" />
            {int(state.progress.processed)}{state.progress.total === null ? "" : ` of ${int(state.progress.total)}`} buckets
          </span>
        )}
        {state.progress !== null && <button type="button" class="btn btn-secondary" onClick$={() => counting.value?.abort()}>Stop</button>}
        <button
          type="button"
          class="btn btn-primary"
          disabled={contexts.current === null || state.progress !== null}
          onClick$={async () => {
            const controller = new AbortController()
            counting.value = noSerialize(controller)
            state.progress = { stage: "listing", processed: 0, total: null, percent: 0 }
            try {
              const asked = { query: { context_id: contexts.current?.id ?? "" }, signal: controller.signal }
              for await (const message of stream("POST /api/manager/usage-stats/stream", asked)) {
                if (message.event === "progress") state.progress = message.data
                else if (message.event === "result") {
                  state.snapshot = message.data
                  state.status = "ready"
                }
              }
            } catch (cause) {
              if (!isAbort(cause)) {
                problem.value = noSerialize(asProblem(cause))
                state.status = "failed"
              }
            } finally {
              state.progress = null
            }
          }}
        >
          <Icon name="activity" /> Recalculate
        </button>
      </PageHeader>
      <div class="min-h-0 flex-1 overflow-y-auto border-t border-line px-5 py-5" tabIndex={0} role="region" aria-label="Usage of this context" data-testid="usage-region">
        {state.status === "failed" && problem.value && (
          <div class="grid h-full place-items-center"><ErrorState title="Usage could not be read" problem={problem.value} onRetry$={() => { again.value++ }} /></div>
        )}
        {state.status === "loading" && <div class="grid max-w-3xl grid-cols-3 gap-3" aria-hidden="true">{[0, 1, 2].map((index) => <div key={index} class="skeleton h-20 rounded-card" />)}</div>}
        {state.status === "ready" && state.snapshot && <UsageReport snapshot={state.snapshot} />}
        {state.status === "ready" && state.snapshot === null && (
          <div class="grid h-full place-items-center">
            <EmptyState icon="chart-column" title="Nothing counted yet" text="Recalculate reads the statistics of every bucket of this context from the gateway and keeps the sum." />
          </div>
        )}
      </div>
    </div>
  )
})

export const head: DocumentHead = { title: "Usage" }
