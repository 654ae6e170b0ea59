import { type ExplorerBase, explorerBase } from "~/lib/browser-href"
import type { BucketPlace } from "~/lib/bucket-place"
import { useLocation } from "~/lib/route"

export const useExplorerBase = (): ExplorerBase => explorerBase(useLocation().url.pathname)

/** Before the contexts are read, links use the context of the address. */
export const usePlaceForLinks = (place: BucketPlace): BucketPlace => {
  const { url } = useLocation()
  return place.contextId === "" ? { ...place, contextId: url.searchParams.get("context_id") ?? "" } : place
}
