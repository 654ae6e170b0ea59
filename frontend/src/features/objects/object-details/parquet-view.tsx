import { $, component$ } from "@builder.io/qwik"
import { isAbort, ProblemError } from "~/client/problem-error"
import { ErrorState } from "~/components/ui/states"
import { int } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"
import { visible } from "~/lib/visible"
import type { Sight } from "./read-bytes"
import { RowsTable } from "./rows-table"

interface ViewProps {
  readonly sight: Sight
  readonly size: number
}

export const ParquetView = component$<ViewProps>(({ sight, size }) => {
  const loaded = useLoaded(
    $(async (signal) => {
      const { readParquet } = await import("./parquet")
      try {
        return await readParquet(sight, size, signal)
      } catch (cause) {
        if (cause instanceof ProblemError || isAbort(cause)) throw cause
        // a malformed file may break the reader anywhere: show it as damaged
        throw new ProblemError({
          status: 422,
          code: "unreadable",
          title: "It cannot be shown",
          detail:
            "This file cannot be read as Parquet: " +
            `${cause instanceof Error ? cause.message.slice(0, 200) : "it is damaged"}.`
        })
      }
    })
  )
  const { problem, value } = loaded
  if (problem)
    return <ErrorState title="The preview could not be loaded" problem={problem} onRetry$={() => reload(loaded)} />
  if (value === null) return <span class="skeleton block h-40 w-full" aria-busy="true" />
  return (
    <div class="grid min-w-0 gap-3" data-testid="parquet">
      <p class="text-ink-2">
        {int(value.rows)} {value.rows === 1 ? "row" : "rows"} in {int(value.groups)}{" "}
        {value.groups === 1 ? "row group" : "row groups"}, {value.codec.toLowerCase()}.
        {value.madeBy !== "" && (
          <span class="block text-xs text-ink-3 [overflow-wrap:anywhere]">
            Written by {visible(value.madeBy.slice(0, 200))}
          </span>
        )}
      </p>
      {value.first.length > 0 && (
        <RowsTable label="First rows" head={value.head} rows={value.first} testid="parquet-rows" />
      )}
      {value.without !== "" && <p class="text-xs text-ink-3">{value.without}</p>}
      <RowsTable
        label="Columns"
        head={["Column", "Type"]}
        rows={value.fields.map(({ path, type }) => [path, type])}
        testid="parquet-fields"
      />
    </div>
  )
})
