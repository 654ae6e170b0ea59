import { isManagerBrowser } from "~/client/workspace-headers"

export type ExplorerBase = "/browser" | "/manager/browser"

export const explorerBase = (path: string): ExplorerBase => (isManagerBrowser(path) ? "/manager/browser" : "/browser")

export type ExplorerView = "" | "versions" | "uploads" | "search" | "size"

interface HrefOptions {
  readonly base?: ExplorerBase
  readonly view?: ExplorerView
  readonly from?: string
}

export const browserHref = (
  { bucket, contextId }: { readonly contextId: string; readonly bucket?: string },
  prefix = "",
  open = "",
  { base = "/browser", from = "", view = "" }: HrefOptions = {}
): string => {
  const said = Object.entries({ context_id: contextId, bucket: bucket ?? "", view, prefix, from, open })
  return `${base}?${new URLSearchParams(said.filter(([, value]) => value !== ""))}`
}
