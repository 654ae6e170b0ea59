import { $, component$, noSerialize, type NoSerialize, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import { type Action, ConfirmDialog, useAction } from "~/components/action"
import { Icon } from "~/components/ui/icon"
import { EmptyState, ErrorState } from "~/components/ui/states"
import { bucketOfPath } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"
import { refinement } from "~/lib/url-state"
import { useUrlState } from "~/lib/use-url-state"
import { ChangeLine } from "./change-line"
import { type UndoSubject, UndoText } from "./change-panel"
import { type Change, type FeatureName, FEATURE_LIST } from "./feature"

interface HistoryState {
  items: ReadonlyArray<Change> | null
  next: string | null
  problem: NoSerialize<ProblemError> | undefined
  reading: boolean
  asked: number
}

const isFeature = (name: string): name is FeatureName => FEATURE_LIST.some(({ feature }) => feature === name)

export const BucketHistory = component$(() => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const url = useUrlState({ feature: refinement() })
  const state = useStore<HistoryState>(
    { items: null, next: null, problem: undefined, reading: true, asked: 0 },
    { deep: false }
  )
  const more = useSignal(0)
  const bucket = bucketOfPath(location.url.pathname)?.name ?? ""
  const contextId = contexts.current?.id ?? ""
  const undo = useAction({
    run$: $((one: UndoSubject) => {
      return callIn(
        { bucket: one.bucket, contextId: one.context },
        "POST /api/manager/buckets/:bucket_name/history/:change_id/undo",
        { params: { change_id: one.id } }
      )
    }),
    toast$: $((_: unknown, one: UndoSubject) => ({ text: `${one.name} is as it was before`, detail: one.bucket })),
    after$: $(() => {
      state.asked++
    })
  })
  useVisibleTask$(
    async ({ cleanup, track }) => {
      const feature = track(() => url.feature)
      const bucketName = track(() => bucketOfPath(location.url.pathname)?.name ?? "")
      const context = track(() => contexts.current?.id ?? "")
      track(() => state.asked)
      if (bucketName === "" || context === "") return
      const controller = new AbortController()
      cleanup(() => controller.abort())
      state.reading = true
      try {
        const page = await callIn(
          { bucket: bucketName, contextId: context },
          "GET /api/manager/buckets/:bucket_name/history",
          { query: { limit: 20, feature: isFeature(feature) ? feature : null }, signal: controller.signal }
        )
        Object.assign(state, { items: page.items, next: page.next_cursor, problem: undefined, reading: false })
      } catch (cause) {
        if (!isAbort(cause)) Object.assign(state, { problem: noSerialize(asProblem(cause)), reading: false })
      }
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ cleanup }) => {
      const refresh = () => {
        if (document.visibilityState === "visible" && !state.reading) state.asked++
      }
      document.addEventListener("visibilitychange", refresh)
      cleanup(() => document.removeEventListener("visibilitychange", refresh))
    },
    { strategy: "document-ready" }
  )
  const older$ = $(async () => {
    if (state.next === null) return
    more.value = 1
    try {
      const at = {
        bucket: bucketOfPath(location.url.pathname)?.name ?? "",
        contextId: contexts.current?.id ?? ""
      }
      const page = await callIn(at, "GET /api/manager/buckets/:bucket_name/history", {
        query: { limit: 20, cursor: state.next, feature: isFeature(url.feature) ? url.feature : null }
      })
      Object.assign(state, {
        items: [...(state.items ?? []), ...page.items],
        next: page.next_cursor,
        problem: undefined
      })
    } catch (cause) {
      state.problem = noSerialize(asProblem(cause))
    }
    more.value = 0
  })
  return (
    <div class="min-h-0 flex-1 overflow-y-auto p-5" data-testid="bucket-history">
      <div class="grid max-w-3xl grid-cols-1 gap-4">
        <div class="flex items-center gap-2">
          <label for="history-feature" class="flex-none text-ink-2">
            Changes of
          </label>
          <select
            id="history-feature"
            class="input w-56 min-w-0"
            onChange$={(_, element) => {
              Object.assign(url, { feature: element.value })
            }}
          >
            <option value="" selected={!isFeature(url.feature)}>
              everything
            </option>
            {FEATURE_LIST.map(({ feature, label }) => (
              <option key={feature} value={feature} selected={url.feature === feature}>
                {label}
              </option>
            ))}
          </select>
          <button
            type="button"
            class="btn btn-ghost btn-icon"
            aria-label="Refresh"
            disabled={state.reading}
            onClick$={() => {
              state.asked++
            }}
          >
            <Icon name="refresh-cw" class={state.reading && state.items !== null ? "spin" : ""} />
          </button>
        </div>
        {state.problem && state.items === null ? (
          <div class="grid justify-items-center pt-8">
            <ErrorState
              title="The history could not be read"
              problem={state.problem}
              onRetry$={() => {
                state.asked++
              }}
            />
          </div>
        ) : state.items === null ? (
          <div class="grid gap-3" role="status" aria-label="Loading">
            {[0, 1, 2].map((line) => (
              <span key={line} class="skeleton block h-16" />
            ))}
          </div>
        ) : state.items.length === 0 ? (
          <div class="grid justify-items-center pt-8">
            <EmptyState
              icon="history"
              title="Nothing was changed yet"
              text={
                "Changes that are made here, or through the API of this service, are kept with what stood " +
                "before. What others do directly on the gateway is not among them."
              }
            />
          </div>
        ) : (
          <ol class="grid gap-3" aria-label="Changes, newest first">
            {state.problem && <li class="alert alert-warn">It could not be read again. {state.problem.message}</li>}
            {state.items.map((change) => (
              <li key={change.id} class="card min-w-0">
                <ChangeLine
                  change={change}
                  bucket={bucket}
                  contextId={contextId}
                  undo={undo as unknown as Action<UndoSubject>}
                />
              </li>
            ))}
          </ol>
        )}
        {state.next !== null && (
          <div>
            <button type="button" class="btn btn-secondary" disabled={more.value === 1} onClick$={older$}>
              {more.value === 1 && <Icon name="loader-circle" class="spin" />} Older changes
            </button>
          </div>
        )}
      </div>
      <ConfirmDialog
        action={undo}
        id="undo-change"
        title="Undo the change of"
        named
        button="Undo this change"
        harmless
        about={UndoText}
      />
    </div>
  )
})
