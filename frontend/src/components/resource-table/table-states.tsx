import { component$, Slot } from "@builder.io/qwik"
import { problemText } from "~/client/problem-error"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { ErrorState, NoMatch } from "~/components/ui/states"
import { shownColumns, cellClass } from "./columns"
import { clearFilters } from "./clear-filters"
import { isFiltered } from "./selection"
import type { Column, Noun } from "./types"
import type { Table } from "./use-resource-table"

export const TableSkeleton = component$<{ readonly columns: ReadonlyArray<Column>; readonly selectable: boolean }>(
  ({ columns, selectable }) => (
    <div aria-hidden="true">
      {Array.from({ length: 12 }, (_, row) => (
        <div key={row} class="rt-row">
          {selectable && <div class="rt-check" />}
          {shownColumns(columns, {}).map((column) => (
            <div key={column.key} class={cellClass(column)}>
              <span class={["skeleton inline-block h-3", column.width === "name" ? "w-1/2" : "w-3/5"]} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
)

export const TableBanner = component$<{ readonly table: Table; readonly noun: Noun }>(({ noun, table }) => {
  const { state } = table
  const problem = table.problem.value
  if (state.count === 0 && state.status !== "ready") return null
  if (!problem && !state.stale) return null
  return (
    <div class="alert alert-warn mx-5 mb-3 items-center" role="status">
      <Icon name="triangle-alert" class="mt-0!" />
      <p class="min-w-0 flex-1">
        {problem
          ? state.outdated
            ? `This search was not answered: ${problemText(problem)} The rows below are those from before.`
            : `The ${noun.many} could not be refreshed: ${problemText(problem)}`
          : state.stale?.message}
        {!problem && state.stale?.since ? (
          <>
            {" "}
            Last seen <Ago at={state.stale.since} />.
          </>
        ) : (
          ""
        )}
      </p>
      <button type="button" class="btn btn-secondary btn-sm text-ink" onClick$={() => table.handle.value?.reload()}>
        Try again
      </button>
    </div>
  )
})

export const TableStates = component$<{ readonly table: Table; readonly noun: Noun }>(({ noun, table }) => {
  const { state } = table
  const failed = state.status === "failed"
  const none = state.status === "ready" && state.count === 0 && !state.open
  const filtered = isFiltered(table)
  return (
    <div class={["rt-state", !failed && !none && "hidden"]}>
      {failed && table.problem.value && (
        <ErrorState
          title={`The ${noun.many} could not be loaded`}
          problem={table.problem.value}
          onRetry$={() => table.handle.value?.reload()}
        />
      )}
      {none && filtered && <NoMatch noun={noun.many} onClear$={() => clearFilters(table)} />}
      <div class={!(none && !filtered && !state.stale) && "hidden"}>
        <Slot name="empty" />
      </div>
    </div>
  )
})
