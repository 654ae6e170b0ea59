import { type ExplorerBase, explorerBase } from "~/lib/browser-href"
import type { BucketPlace } from "~/lib/bucket-place"
import { useLocation } from "~/lib/route"

/** Which explorer the page is: links within it stay within it. */
export const useExplorerBase = (): ExplorerBase => explorerBase(useLocation().url.pathname)

/** The place that links lead on from: before the contexts are read, in the context that the address names. */
export const useLinkedPlace = (place: BucketPlace): BucketPlace => {
  const { url } = useLocation()
  return place.contextId === "" ? { ...place, contextId: url.searchParams.get("context_id") ?? "" } : place
}
