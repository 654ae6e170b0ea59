import type { Frame } from "~/client/contract"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import { streamIn } from "~/client/sse"
import type { BucketPlace } from "~/lib/bucket-place"
import { visible } from "~/lib/visible"
import { entryId } from "../../transfers/entry-id"
import { entryName } from "../listing/entries"
import type { searchQueryOf } from "./search-wanted"

type Found = Extract<
  Frame<"GET /api/browser/buckets/:bucket_name/search">,
  { readonly event: "found" }
>["data"]["items"][number]

export type MatchRow = Found & { readonly id: string; readonly name: string }

export interface SearchState {
  status: "idle" | "running" | "complete" | "limited" | "stopped" | "failed"
  looked: number
  found: number
  lastKey: string | null
}

interface Told {
  readonly onRows: (rows: ReadonlyArray<MatchRow>) => void
  readonly onState: (state: Partial<SearchState>) => void
  readonly onProblem: (problem: ProblemError) => void
}

export const runSearch = async (
  place: BucketPlace,
  wanted: ReturnType<typeof searchQueryOf>,
  before: SearchState,
  signal: AbortSignal,
  { onProblem, onRows, onState }: Told
): Promise<void> => {
  const counts = ({ found, looked }: { readonly found: number; readonly looked: number }) => ({
    looked: before.looked + looked,
    found: before.found + found
  })
  try {
    for await (const frame of streamIn(place, "GET /api/browser/buckets/:bucket_name/search", {
      query: { ...wanted, start_after: before.lastKey ?? undefined },
      signal
    })) {
      if (frame.event === "found")
        onRows(
          frame.data.items.map((item) => ({
            ...item,
            id: entryId(item.kind, item.key),
            name: visible(item.key.slice(wanted.prefix.length)) || entryName(item.key)
          }))
        )
      else if (frame.event === "progress") onState(counts(frame.data))
      else if (frame.event === "result")
        onState({
          ...counts(frame.data),
          status: frame.data.complete ? "complete" : "limited",
          lastKey: frame.data.last_key
        })
    }
  } catch (cause) {
    if (signal.aborted || isAbort(cause)) return
    onProblem(asProblem(cause))
    onState({ status: "failed" })
  }
}
