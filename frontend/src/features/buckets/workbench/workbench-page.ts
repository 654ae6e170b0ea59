import type { LiveTable } from "~/features/buckets/live-table/use-live-table"
import { staleness } from "~/features/buckets/staleness"
import { listedPage } from "~/lib/listed-page"
import type { WorkbenchPage } from "./workbench-row"

export type LiveWorkbench = LiveTable<WorkbenchPage["listing"]>

export const LIVE_PAGE = { page: 1, page_size: 50 } as const

export const tablePage = <P extends WorkbenchPage>(page: P) => {
  const { listing } = listedPage(page)
  return { ...page, stale: staleness({ ...listing, refreshed_at: listing.read_at }) }
}
