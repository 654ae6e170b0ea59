import { $, component$, noSerialize, type NoSerialize, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { serverNow } from "~/client/server-clock"
import type { ProblemError } from "~/client/problem-error"
import {
  columns,
  type ListQuery,
  localPage,
  ResourceTable,
  sortableOf,
  useResourceTable
} from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import { ListingPage } from "~/components/ui/page-header"
import { EmptyState, ErrorState } from "~/components/ui/states"
import { browserHref } from "~/lib/browser-href"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { counted, int } from "~/lib/format"
import { refinement } from "~/lib/url-state"
import { useGoTo } from "~/lib/use-go-to"
import { useUrlState } from "~/lib/use-url-state"
import { isFolderEntry, keyOfEntry } from "../../transfers/entry-id"
import { MatchCell } from "./match-cell"
import { PathBar } from "../listing/path-bar"
import { SearchForm } from "./search-form"
import { type MatchRow, runSearch, type SearchState } from "./search-run"
import { NO_SEARCH, searchFault, type SearchFields, searchQueryOf } from "./search-wanted"
import { useExplorerBase } from "../listing/use-explorer-base"
import { ViewLinks } from "../listing/view-links"

const COLUMNS = columns<MatchRow, "name" | "size_bytes" | "storage_class" | "modified_at">([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: MatchCell },
  { key: "size_bytes", label: "Size", width: "s", priority: 1, numeric: true, sortable: true, format: "bytes" },
  { key: "storage_class", label: "Class", width: "s", priority: 3, sortable: true },
  { key: "modified_at", label: "Modified", width: "m", priority: 2, sortable: true, format: "ago" }
])

/** Milliseconds between updates of the table. */
const PACE = 300

const IDLE: SearchState = { status: "idle", looked: 0, found: 0, lastKey: null }

const sentenceOf = ({ found, looked, status }: SearchState): string => {
  const so = `${counted(found, "entry", "entries")} found, ${counted(looked, "object")} looked at`
  switch (status) {
    case "idle":
      return "A search reads the folder above and all below it, and shows what it finds as it finds it."
    case "running":
      return `Searching: ${so}`
    case "complete":
      return `Everything was looked at: ${so}.`
    case "limited":
      return `Ended for now: ${so}. There may be more.`
    case "stopped":
      return `Stopped: ${so}. The rest was not looked at.`
    case "failed":
      return `Broken off: ${so}. The rest was not looked at.`
  }
}

export const BucketSearch = component$<{ readonly bucket: string }>(({ bucket }) => {
  const contexts = useExecutionContexts()
  const base = useExplorerBase()
  const go = useGoTo()
  const table = useResourceTable({
    id: "bucket-search",
    sort: "name",
    sortable: sortableOf(COLUMNS),
    position: { prefix: "" }
  })
  const urlState = useUrlState({
    find: refinement(),
    exact: refinement(),
    case: refinement(),
    here: refinement(),
    type: refinement(),
    class: refinement(),
    least: refinement(),
    most: refinement(),
    age: refinement()
  })
  const fields = useStore<SearchFields>(() => ({ ...NO_SEARCH, ...urlState, q: urlState.find }))
  const state = useStore<SearchState>({ ...IDLE })
  const fault = useSignal("")
  const problem = useSignal<NoSerialize<ProblemError>>()
  const rows = useSignal<NoSerialize<Array<MatchRow>>>()
  const running = useSignal<NoSerialize<AbortController>>()
  const place = { contextId: contexts.current?.id ?? "", bucket }
  const prefix = table.url["prefix"] ?? ""

  const search = $((more: boolean) => {
    fault.value = searchFault(fields)
    if (fault.value !== "") return
    if (contexts.current === null) {
      const { q, ...others } = fields
      Object.assign(urlState, others, { find: q })
      return
    }
    running.value?.abort()
    const controller = new AbortController()
    running.value = noSerialize(controller)
    problem.value = undefined
    if (!more) {
      rows.value = noSerialize([])
      Object.assign(state, IDLE)
      const { q, ...others } = fields
      Object.assign(urlState, others, { find: q })
    }
    const before = { ...state }
    state.status = "running"
    table.handle.value?.reload()
    let late: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      late ??= setTimeout(() => {
        late = undefined
        table.handle.value?.reload()
      }, PACE)
    }
    const at = { contextId: contexts.current?.id ?? "", bucket }
    void runSearch(at, searchQueryOf(fields, table.url["prefix"] ?? "", serverNow()), before, controller.signal, {
      onRows: (found) => {
        rows.value?.push(...found)
        if (state.status === "running") state.found = rows.value?.length ?? 0
        show()
      },
      onState: (update) => {
        Object.assign(state, update)
      },
      onProblem: (cause) => {
        problem.value = noSerialize(cause)
      }
    })
  })
  const stop = $(() => {
    running.value?.abort()
    state.status = "stopped"
  })

  useVisibleTask$(
    ({ cleanup, track }) => {
      const at = track(() => [contexts.current?.id, table.url["prefix"]].join("\n"))
      if (state.status !== "idle" && at !== "") {
        running.value?.abort()
        Object.assign(state, IDLE)
        rows.value = noSerialize([])
      }
      if (contexts.current !== null && Object.values({ ...urlState }).some((value) => value !== "")) void search(false)
      cleanup(() => running.value?.abort())
    },
    { strategy: "document-ready" }
  )

  return (
    <ListingPage>
      <div class="relative flex min-h-0 flex-1 flex-col" data-testid="bucket-search">
        <header class="explorer-head">
          <PathBar place={place} prefix={prefix} view="search" />
        </header>
        <ViewLinks place={place} prefix={prefix} view="search" />
        <SearchForm
          fields={fields}
          running={state.status === "running"}
          problem={fault.value}
          onSearch$={$(() => search(false))}
          onStop$={stop}
        />
        <p
          class="flex flex-none flex-wrap items-center gap-2 px-5 py-2 text-xs text-ink-2"
          role="status"
          data-testid="search-status"
        >
          {state.status === "running" && <Icon name="loader-circle" class="spin size-3.5" />}
          <span class="num">{sentenceOf(state)}</span>
          {state.status === "limited" && (
            <button type="button" class="btn btn-ghost btn-sm" onClick$={() => search(true)}>
              Go on after {int(state.found)}
            </button>
          )}
        </p>
        {problem.value && (
          <div class="px-5">
            <ErrorState title="The search broke off" problem={problem.value} onRetry$={() => search(false)} />
          </div>
        )}
        <ResourceTable
          table={table}
          label={`Found in ${bucket}`}
          noun={{ one: "entry", many: "entries" }}
          columns={COLUMNS}
          rowKey="id"
          scope={contexts.current === null ? null : `${contexts.current.id}/${bucket}`}
          href$={$((id: string) =>
            browserHref(
              { contextId: contexts.current?.id ?? "", bucket },
              keyOfEntry(id).slice(0, id.lastIndexOf("/") + 1),
              isFolderEntry(id) ? "" : id,
              { base }
            )
          )}
          onOpen$={$((id: string) => {
            const key = keyOfEntry(id)
            const slash = key.lastIndexOf("/") + 1
            // start the folder's listing at the object, however many precede it
            return go(
              browserHref(
                { contextId: contexts.current?.id ?? "", bucket },
                key.slice(0, slash),
                isFolderEntry(id) ? "" : id,
                { base, from: key.slice(slash) }
              )
            )
          })}
          fetch$={$(async (wanted: ListQuery) => {
            if (!("page" in wanted)) throw new TypeError("What was found is shown by number")
            return localPage(rows.value ?? [], wanted, [])
          })}
        >
          <div q:slot="empty">
            {state.status === "complete" && (
              <EmptyState
                icon="search"
                title="Nothing found"
                text="No entry below this folder is what was searched for."
              />
            )}
          </div>
        </ResourceTable>
      </div>
    </ListingPage>
  )
})
