import { $, component$, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { Badge } from "~/components/ui/badge"
import { ErrorState } from "~/components/ui/states"
import { bytes, int } from "~/lib/format"
import { readNextPage, usePages } from "~/lib/use-pages"
import { visible } from "~/lib/visible"
import { type Difference, type DifferenceKind, DIFFERENCE_KINDS } from "./comparison"

const PAGE_SIZE = 100

const sideText = (side: Difference["source"]): string =>
  side === null ? "—" : `${bytes(side.size_bytes)}${side.versions > 1 ? `, ${int(side.versions)} versions` : ""}`

interface DifferencesProps {
  readonly id: number
  readonly contextId: string
  readonly kind: DifferenceKind | ""
}

const DifferencePages = component$<DifferencesProps>(({ contextId, id, kind }) => {
  const read$ = $((cursor: string | null, signal?: AbortSignal) =>
    callIn({ contextId }, "GET /api/manager/bucket-comparisons/:comparison_id/differences", {
      params: { comparison_id: id },
      query: { limit: PAGE_SIZE, cursor, kind: kind === "" ? null : kind },
      signal
    })
  )
  const pages = usePages<Difference>(read$)
  if (pages.problem && !pages.isRead)
    return (
      <ErrorState
        title="Differences could not be read"
        problem={pages.problem}
        onRetry$={() => {
          pages.requests++
        }}
      />
    )
  if (!pages.isRead) return <span class="skeleton block h-24" />
  if (pages.items.length === 0) return <p class="text-ink-3">No such difference.</p>
  return (
    <>
      <table class="report" data-testid="differences">
        <caption class="sr-only">Keys that differ</caption>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Verdict</th>
            <th scope="col">Source</th>
            <th scope="col">Target</th>
          </tr>
        </thead>
        <tbody>
          {pages.items.map((difference) => (
            <tr key={difference.key}>
              <th scope="row" class="font-mono wrap-anywhere whitespace-pre-wrap">
                {visible(difference.key)}
              </th>
              <td data-label="Verdict">
                <span title={DIFFERENCE_KINDS[difference.kind].hint}>
                  <Badge text={DIFFERENCE_KINDS[difference.kind].text} tone={DIFFERENCE_KINDS[difference.kind].tone} />
                </span>
              </td>
              <td data-label="Source" title={difference.source?.etag ?? ""}>
                {sideText(difference.source)}
              </td>
              <td data-label="Target" title={difference.target?.etag ?? ""}>
                {sideText(difference.target)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {pages.problem && (
        <p class="text-danger" role="alert">
          {pages.problem.message}
        </p>
      )}
      {pages.next !== null && (
        <div>
          <button
            type="button"
            class="btn btn-secondary"
            disabled={pages.busy}
            onClick$={() => readNextPage(pages, read$)}
          >
            Show more
          </button>
        </div>
      )}
    </>
  )
})

export const Differences = component$<Omit<DifferencesProps, "kind">>(({ contextId, id }) => {
  const kind = useSignal<DifferenceKind | "">("")
  return (
    <section class="grid gap-3" aria-label="Differences">
      <div class="flex flex-wrap items-center gap-3">
        <h2 class="text-base font-semibold">Differences</h2>
        <label class="flex items-center gap-2 text-xs text-ink-2">
          Verdict
          <select
            class="input w-auto"
            onChange$={(_, select) => {
              kind.value = select.value as DifferenceKind | ""
            }}
          >
            <option value="">All</option>
            {Object.entries(DIFFERENCE_KINDS).map(([value, { text }]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      </div>
      <DifferencePages key={kind.value} id={id} contextId={contextId} kind={kind.value} />
    </section>
  )
})
