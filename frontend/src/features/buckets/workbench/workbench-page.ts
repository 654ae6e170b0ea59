import { listedPage } from "~/lib/listed-page"
import { staleness } from "~/features/buckets/staleness"
import type { WorkbenchPage } from "./workbench-row"

export const tablePage = <P extends WorkbenchPage>(page: P) => {
  const { listing } = listedPage(page)
  return { ...page, stale: staleness({ ...listing, refreshed_at: listing.read_at }) }
}
