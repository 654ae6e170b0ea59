import { request } from "./request"

/** A bucket's name among those of a context: what the command palette lists. */
export interface BucketName {
  readonly name: string
}

/** The first buckets of a context whose name contains a text. */
export const findBuckets = async (contextId: string, search: string, signal?: AbortSignal): Promise<ReadonlyArray<BucketName>> => {
  const page = await request<{ readonly items: ReadonlyArray<BucketName> }>("GET", "/manager/buckets", {
    query: { context_id: contextId, search, page_size: 6, sort_by: "name" },
    signal
  })
  return page.items
}
