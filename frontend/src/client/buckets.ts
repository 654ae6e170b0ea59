import type { BucketPage as BucketPageSchema, BucketRow, ListingProgress as ListingProgressSchema, ListingState as ListingStateSchema } from "#domain/buckets/BucketListing.ts"
import { request, type RequestOptions } from "./request"
import { follow, type Following } from "./sse"

export type Bucket = (typeof BucketRow)["Encoded"]
export type BucketPage = (typeof BucketPageSchema)["Encoded"]
export type ListingState = (typeof ListingStateSchema)["Encoded"]
export type ListingProgress = (typeof ListingProgressSchema)["Encoded"]

const ofContext = (contextId: string) => ({ context_id: contextId })

/** A page of a context's buckets, from the snapshot. */
export const listBuckets = (contextId: string, query: NonNullable<RequestOptions["query"]>, signal: AbortSignal) =>
  request<BucketPage>("GET", "/manager/buckets", { query: { ...ofContext(contextId), ...query }, signal })

/** The first buckets of a context whose name contains a text. */
export const findBuckets = async (contextId: string, search: string, signal?: AbortSignal): Promise<ReadonlyArray<Bucket>> => {
  const query = { ...ofContext(contextId), search, page: 1, page_size: 6, sort_by: "name" }
  return (await request<BucketPage>("GET", "/manager/buckets", { query, signal })).items
}

/** Changes of a context's buckets as they become known, until the signal aborts. */
export const followBuckets = (contextId: string, signal: AbortSignal, following: Following<"GET /api/manager/buckets/stream">) =>
  follow("GET /api/manager/buckets/stream", { query: { ...ofContext(contextId), page: 1, page_size: 1 }, signal }, following)

export const refreshBuckets = (contextId: string) => request<void>("POST", "/manager/buckets/cache/refresh", { query: ofContext(contextId) })
export const createBucket = (contextId: string, body: { readonly name: string; readonly object_lock?: boolean }) =>
  request<Bucket>("POST", "/manager/buckets", { query: ofContext(contextId), body })
export const deleteBucket = (contextId: string, name: string) =>
  request<void>("DELETE", `/manager/buckets/${encodeURIComponent(name)}`, { query: ofContext(contextId) })
