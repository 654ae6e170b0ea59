import { $, component$, noSerialize, type NoSerialize, useSignal, useStore, useTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { asProblem, type ProblemError } from "~/client/problem-error"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { dateTime } from "~/lib/format"
import { causeInWords } from "./causes"
import { durationText } from "./health-history"

type Page = Answer<"GET /api/admin/storage-endpoints/:id/health/incidents">
export type Incident = Page["items"][number]

export const firstIncidents = 20

export const IncidentList = component$<{ readonly endpointId: number; readonly first: Page }>(
  ({ endpointId, first }) => {
    const older = useStore<{ items: ReadonlyArray<Incident>; next: string | null | undefined }>(
      { items: [], next: undefined },
      { deep: false }
    )
    const problem = useSignal<NoSerialize<ProblemError>>()
    const busy = useSignal(false)
    useTask$(({ track }) => {
      // reset the older pages: a new incident shifts them
      track(() => first.items[0]?.id)
      Object.assign(older, { items: [], next: undefined })
    })
    const next = older.next === undefined ? first.next_cursor : older.next
    const more = $(async () => {
      if (next === null || busy.value) return
      busy.value = true
      problem.value = undefined
      try {
        const page = await call("GET /api/admin/storage-endpoints/:id/health/incidents", {
          params: { id: endpointId },
          query: { limit: 50, cursor: next }
        })
        older.items = [...older.items, ...page.items]
        older.next = page.next_cursor
      } catch (cause) {
        problem.value = noSerialize(asProblem(cause))
      } finally {
        busy.value = false
      }
    })
    const items = [...first.items, ...older.items]
    if (items.length === 0)
      return (
        <p class="text-ink-2">
          No incident is known. One begins with three failed checks in a row, and ends with two that succeed.
        </p>
      )
    return (
      <>
        <ul class="divide-y divide-line rounded-card border border-line" aria-label="Incidents">
          {items.map(({ cause, ended_at, id, started_at, summary }) => (
            <li key={id} class="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2.5" data-testid="incident">
              <span class="flex min-w-0 flex-1 basis-56 flex-wrap items-baseline gap-x-2">
                <span class="font-medium">{causeInWords(cause)}</span>
                {summary !== causeInWords(cause) && <span class="text-xs text-ink-2 wrap-anywhere">{summary}</span>}
              </span>
              <span class="num text-xs text-ink-2">{dateTime(started_at)}</span>
              {ended_at === null ? (
                <span class="text-xs">
                  <Badge text="Going on" tone="danger" icon="circle-x" />{" "}
                  <span class="text-ink-2">
                    began <Ago at={started_at} />
                  </span>
                </span>
              ) : (
                <span class="num text-xs text-ink-2">lasted {durationText(started_at, ended_at)}</span>
              )}
            </li>
          ))}
        </ul>
        {problem.value && (
          <p role="alert" class="alert alert-danger mt-3">
            <Icon name="circle-alert" />
            <span>Older incidents could not be loaded. {problem.value.message}</span>
          </p>
        )}
        {next !== null && (
          <button type="button" class="btn btn-secondary mt-3" disabled={busy.value} onClick$={more}>
            {busy.value && <Icon name="loader-circle" class="spin" />} Show older incidents
          </button>
        )}
      </>
    )
  }
)
