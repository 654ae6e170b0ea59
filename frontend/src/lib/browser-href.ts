import { isManagerBrowser } from "~/client/workspace-headers"
import { bucketHref, bucketOfPath, BUCKETS_PATH } from "./bucket-place"

export const CLUSTER_BROWSER = "/cluster-admin/browser"

export type ExplorerBase = "/browser" | "/manager/browser" | typeof CLUSTER_BROWSER | `/manager/buckets/${string}`

export const isExplorerTab = (path: string): path is `/manager/buckets/${string}` =>
  bucketOfPath(path)?.tab === "objects"

export const explorerBase = (path: string): ExplorerBase => {
  const trimmed = path.replace(/\/$/, "")
  if (trimmed === CLUSTER_BROWSER || isExplorerTab(trimmed)) return trimmed
  return isManagerBrowser(path) ? "/manager/browser" : "/browser"
}

/** Cluster Admin acts with the owner's key: the API lets it read only. */
export const isReadOnlyExplorer = (path: string): boolean => explorerBase(path) === CLUSTER_BROWSER

export const explorerBucket = ({ pathname, searchParams }: URL): string | null => {
  const place = bucketOfPath(pathname)
  return place?.tab === "objects" ? place.name : searchParams.get("bucket") || null
}

export type ExplorerView = "" | "versions" | "uploads" | "search" | "size"

interface HrefOptions {
  readonly base?: ExplorerBase
  readonly view?: ExplorerView
  readonly from?: string
}

/** A tab keeps its own spelling of the bucket, which may name a tenant. */
const pathOf = (base: ExplorerBase, bucket: string): string => {
  if (!isExplorerTab(base) || bucketOfPath(base)?.name === bucket) return base
  return bucket === "" ? BUCKETS_PATH : bucketHref({ bucket, contextId: "" }, "objects")
}

export const browserHref = (
  { bucket = "", contextId }: { readonly contextId: string; readonly bucket?: string },
  prefix = "",
  open = "",
  { base = "/browser", from = "", view = "" }: HrefOptions = {}
): string => {
  const params = Object.entries({
    context_id: contextId,
    bucket: isExplorerTab(base) ? "" : bucket,
    view,
    prefix,
    from,
    open
  })
  return `${pathOf(base, bucket)}?${new URLSearchParams(params.filter(([, value]) => value !== ""))}`
}
