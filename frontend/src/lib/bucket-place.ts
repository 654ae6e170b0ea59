import { namesBucket } from "../../../services/domain/buckets/namesBucket.ts"

export interface BucketPlace {
  readonly contextId: string
  readonly bucket: string
}

export const BUCKETS_PATH = "/manager/buckets"

export const fullName = ({ name, tenant }: { readonly name: string; readonly tenant: string }): string =>
  tenant === "" ? name : `${tenant}/${name}`

const segmentOf = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/^q-data\.json$/, "q-data%2Ejson")

export const bucketHref = ({ bucket, contextId }: BucketPlace, tab = ""): string => {
  const context = contextId === "" ? "" : `?${new URLSearchParams({ context_id: contextId })}`
  // Browsers resolve these even when encoded, which would reach another address.
  if (/^\.{0,2}$/.test(bucket)) return `${BUCKETS_PATH}${context}`
  return `${BUCKETS_PATH}/${segmentOf(bucket)}${tab === "" ? "" : `/${tab}`}${context}`
}

export interface ParsedBucketName {
  readonly full: string
  readonly tenant: string
  readonly name: string
  /** No bucket can have this name: no request is sent. */
  readonly possible: boolean
  readonly tab: string
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export const parseBucketName = (full: string, tab = ""): ParsedBucketName => {
  const [tenant = "", name = ""] = /^([^/]*)\/([^]*)$/.exec(full)?.slice(1) ?? ["", full]
  return { full, tenant, name, possible: namesBucket(name) && (full === name || /^\w+$/.test(tenant)), tab }
}

export const bucketOfPath = (path: string): ParsedBucketName | null => {
  const [, spelled, tab] = /^\/manager\/buckets\/([^/]+)(?:\/([^/]+))?\/?$/.exec(path) ?? []
  return spelled === undefined ? null : parseBucketName(decoded(spelled), tab)
}
