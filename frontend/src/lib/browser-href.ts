import { isManagerBrowser } from "~/client/workspace-headers"

/** Where the explorer stands: as a workspace of its own, or within the Manager. */
export type ExplorerBase = "/browser" | "/manager/browser"

/** The explorer that an address belongs to. */
export const explorerBase = (path: string): ExplorerBase => isManagerBrowser(path) ? "/manager/browser" : "/browser"

/** What the explorer shows of a bucket. */
export type ExplorerView = "" | "versions" | "uploads" | "search" | "size"

interface Shown {
  readonly base?: ExplorerBase
  readonly view?: ExplorerView
  /** The listing begins at this name. */
  readonly from?: string
}

/** Where the explorer shows something: the buckets of a context, a bucket, a folder of it, or an open entry in that. */
export const browserHref = (
  { bucket, contextId }: { readonly contextId: string; readonly bucket?: string }, prefix = "", open = "", { base = "/browser", from = "", view = "" }: Shown = {}
): string => {
  const said = Object.entries({ context_id: contextId, bucket: bucket ?? "", view, prefix, from, open })
  return `${base}?${new URLSearchParams(said.filter(([, value]) => value !== ""))}`
}
