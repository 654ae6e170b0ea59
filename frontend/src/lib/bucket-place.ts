import { namesBucket } from "../../../services/domain/buckets/namesBucket.ts"

/** A bucket as one of the user's contexts sees it. */
export interface BucketPlace {
  readonly contextId: string
  readonly bucket: string
}

/** The same as operations on a bucket take it. */
export const inBucket = ({ bucket, contextId }: BucketPlace) => ({ params: { bucket_name: bucket }, query: { context_id: contextId } })

/** Where buckets have their places. */
export const BUCKETS = "/manager/buckets"

/** How a bucket is called where tenants are told apart: RGW's `tenant/name`. */
export const fullName = ({ name, tenant }: { readonly name: string; readonly tenant: string }): string => tenant === "" ? name : `${tenant}/${name}`

/** A name as one segment of a path. Qwik City takes an address that ends in `/q-data.json` for a question about the page before it. */
const segmentOf = (name: string): string => encodeURIComponent(name.toWellFormed()).replace(/^q-data\.json$/, "q-data%2Ejson")

/** The address of a bucket's place (`bucket`: its full name), of one of its tabs (`tab`: "" for the first), in a context where one is said. */
export const bucketHref = ({ bucket, contextId }: BucketPlace, tab = ""): string => {
  const context = contextId === "" ? "" : `?${new URLSearchParams({ context_id: contextId })}`
  // browsers resolve these even when encoded: there is no such bucket, and its address would be another one's
  if (/^\.{0,2}$/.test(bucket)) return `${BUCKETS}${context}`
  return `${BUCKETS}/${segmentOf(bucket)}${tab === "" ? "" : `/${tab}`}${context}`
}

/** What an address says about a bucket. */
export interface NamedBucket {
  /** As it is spelled, with its tenant. */
  readonly full: string
  /** "" where none is named. */
  readonly tenant: string
  readonly name: string
  /** No bucket can have this name: nobody is asked for it. */
  readonly possible: boolean
  readonly tab: string
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    // not UTF-8: shown as it is spelled, and refused as a name
    return segment
  }
}

/** What a full name says. */
export const namedBucket = (full: string, tab = ""): NamedBucket => {
  const [tenant = "", name = ""] = /^([^/]*)\/([^]*)$/.exec(full)?.slice(1) ?? ["", full]
  return { full, tenant, name, possible: namesBucket(name) && (full === name || /^\w+$/.test(tenant)), tab }
}

/** The bucket whose place an address is, or a tab of it; null anywhere else. */
export const bucketOfPath = (path: string): NamedBucket | null => {
  const [, spelled, tab] = /^\/manager\/buckets\/([^/]+)(?:\/([^/]+))?\/?$/.exec(path) ?? []
  return spelled === undefined ? null : namedBucket(decoded(spelled), tab)
}
