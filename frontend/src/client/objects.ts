import type { DownloadLink as DownloadLinkSchema, KeyOutcome as KeyOutcomeSchema, ObjectPage as ObjectPageSchema } from "#domain/objects/ObjectListing.ts"
import type { BucketPage } from "./buckets"
import { request, type RequestOptions } from "./request"

export type ObjectPage = (typeof ObjectPageSchema)["Encoded"]
export type KeyOutcome = (typeof KeyOutcomeSchema)["Encoded"]
type DownloadLink = (typeof DownloadLinkSchema)["Encoded"]

/** A bucket as one of the user's contexts sees it. */
export interface BucketPlace {
  readonly contextId: string
  readonly bucket: string
}

const path = (place: BucketPlace, rest: string) => `/browser/buckets/${encodeURIComponent(place.bucket)}${rest}`
const ofContext = ({ contextId }: BucketPlace) => ({ context_id: contextId })

/** Buckets whose objects the user may see. */
export const searchBuckets = (contextId: string, query: NonNullable<RequestOptions["query"]>, signal: AbortSignal) =>
  request<BucketPage>("GET", "/browser/buckets/search", { query: { context_id: contextId, ...query }, signal })

/** One page of objects and prefixes under a prefix. */
export const listObjects = (
  place: BucketPlace, query: { readonly prefix: string; readonly token: string | null; readonly maxKeys: number }, signal?: AbortSignal
) =>
  request<ObjectPage>("GET", path(place, "/objects"), {
    query: { ...ofContext(place), prefix: query.prefix, continuation_token: query.token, max_keys: query.maxKeys },
    signal
  })

export const createFolder = (place: BucketPlace, prefix: string) =>
  request<{ readonly key: string }>("POST", path(place, "/folders"), { query: ofContext(place), body: { prefix } })

/** Deletes up to 1,000 keys in one strict batch; every key has its outcome. */
export const deleteObjects = async (place: BucketPlace, keys: ReadonlyArray<string>): Promise<ReadonlyArray<KeyOutcome>> =>
  (await request<{ readonly results: ReadonlyArray<KeyOutcome> }>("DELETE", path(place, "/objects"), { query: ofContext(place), body: { keys } })).results

/** Where an object is downloaded from: the gateway itself, or through the service. */
export const downloadLink = (place: BucketPlace, key: string) =>
  request<DownloadLink>("GET", path(place, "/objects/download-link"), { query: { ...ofContext(place), key } })
