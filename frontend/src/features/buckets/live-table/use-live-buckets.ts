import { $ } from "@builder.io/qwik"
import { followIn } from "~/client/sse"
import type { Table } from "~/components/resource-table"
import { type LiveFollowing, type LiveTable, useLiveTable } from "./use-live-table"
import { useScope } from "~/lib/scope"
import type { ListingState } from "../bucket"

export type LiveListing = Omit<LiveTable<ListingState>, "warnings">

export type BucketStream = "GET /api/manager/buckets/stream" | "GET /api/browser/buckets/stream"

export const useLiveBuckets = (table: Table, stream: BucketStream): LiveListing => {
  const scope = useScope()
  return useLiveTable(table, {
    follow$: $(({ onFrame, onState, signal }: LiveFollowing<ListingState>) =>
      followIn(scope, stream, { query: { page: 1, page_size: 1 }, signal }, { onFrame, onState })
    )
  })
}
