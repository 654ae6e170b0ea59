import { addressIn, callIn } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { inWorkspace } from "~/client/workspace-headers"
import { isReadOnlyExplorer } from "~/lib/browser-href"
import type { BucketPlace } from "~/lib/bucket-place"
import { storedCustomerKey } from "~/lib/customer-keys"
import type { Operations } from "~/lib/operations"
import { toast, type Toasts } from "~/lib/toasts"
import { visible } from "~/lib/visible"
import { archiveKeysOf, isFolderEntry, keyOfEntry } from "./entry-id"
import { MAX_DOWNLOAD_BYTES } from "./largest-download"

const fetchAs = (url: string, name = ""): void => {
  const anchor = document.createElement("a")
  anchor.href = inWorkspace(url)
  anchor.download = name
  anchor.click()
}

const readLink = (place: BucketPlace, key: string, version: OneVersion | undefined) => {
  const request = { query: { key, ...(version === undefined ? {} : { version_id: version.id }) } }
  // links outlive the right to them: Cluster Admin gets none
  if (isReadOnlyExplorer(window.location.pathname))
    return {
      transport: "service" as const,
      url: addressIn(place, "GET /api/browser/buckets/:bucket_name/objects/download", request)
    }
  return callIn(place, "GET /api/browser/buckets/:bucket_name/objects/download-link", request)
}

const sizeOf = async (place: BucketPlace, key: string, version: OneVersion | undefined): Promise<number> => {
  if (version !== undefined) return version.size
  return (await callIn(place, "GET /api/browser/buckets/:bucket_name/objects/facts", { query: { key } })).size_bytes
}

interface DownloadTools {
  readonly operations: Operations
  readonly toasts: Toasts
}

interface OneVersion {
  readonly id: string
  readonly size: number
}

/** The page fetches what passes the service or needs an SSE-C key; the browser downloads the rest. */
export const download = async (
  place: BucketPlace,
  key: string,
  { operations, toasts }: DownloadTools,
  version?: OneVersion
): Promise<void> => {
  try {
    const customerKey = storedCustomerKey(place, key)
    const link = customerKey === "" ? await readLink(place, key, version) : null
    if (link !== null && (link.transport === "direct" || (await sizeOf(place, key, version)) > MAX_DOWNLOAD_BYTES))
      return fetchAs(link.url)
    const { downloadObject } = await import("./download-object")
    downloadObject(operations, place, { key, customerKey, ...(version === undefined ? {} : { versionId: version.id }) })
  } catch (cause) {
    toast(toasts, {
      tone: "danger",
      text: `The download of ${visible(key)} did not start`,
      detail: asProblem(cause).message
    })
  }
}

export const downloadArchive = async (
  place: BucketPlace,
  prefix: string,
  ids: ReadonlyArray<string>,
  toasts: Toasts
): Promise<void> => {
  try {
    const order = await callIn(place, "POST /api/browser/buckets/:bucket_name/archives", {
      body: { prefix, ...archiveKeysOf(ids) }
    })
    fetchAs(order.url, order.file_name)
  } catch (cause) {
    toast(toasts, { tone: "danger", text: "The download did not start", detail: asProblem(cause).message })
  }
}

export const downloadAll = (
  place: BucketPlace,
  prefix: string,
  ids: ReadonlyArray<string>,
  desk: DownloadTools
): Promise<void> => {
  const [only] = ids
  return ids.length === 1 && only !== undefined && !isFolderEntry(only)
    ? download(place, keyOfEntry(only), desk)
    : downloadArchive(place, prefix, ids, desk.toasts)
}
