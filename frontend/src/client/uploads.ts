import type { PartLink as PartLinkSchema, UploadPlan as UploadPlanSchema, UploadState as UploadStateSchema } from "#domain/objects/Upload.ts"
import type { BucketPlace } from "./objects"
import { address } from "./call"
import { request } from "./request"

export type UploadPlan = (typeof UploadPlanSchema)["Encoded"]
export type UploadState = (typeof UploadStateSchema)["Encoded"]
export type PartLink = (typeof PartLinkSchema)["Encoded"]

const path = (place: BucketPlace, rest: string) => `/browser/buckets/${encodeURIComponent(place.bucket)}/uploads${rest}`
const query = ({ contextId }: BucketPlace) => ({ context_id: contextId })

export const startUpload = (place: BucketPlace, key: string, file: File) =>
  request<UploadPlan>("POST", path(place, ""), {
    query: query(place),
    body: { key, size_bytes: file.size, ...(/^[\x20-\x7e]{1,255}$/.test(file.type) ? { content_type: file.type } : {}) }
  })
/** What the gateway holds of an upload already. */
export const uploadState = (place: BucketPlace, id: string) => request<UploadState>("GET", path(place, `/${id}`), { query: query(place) })
/** A signed address for a part that goes to the gateway itself. */
export const partLink = async (place: BucketPlace, id: string, part: number): Promise<PartLink | undefined> =>
  (await request<{ readonly links: ReadonlyArray<PartLink> }>("POST", path(place, `/${id}/links`), { query: query(place), body: { part_numbers: [part] } })).links[0]
/** The address of a part that goes through the service. */
export const proxiedPart = ({ bucket, contextId }: BucketPlace, id: string, part: number): string =>
  address("PUT /api/browser/buckets/:bucket_name/uploads/:upload_id/parts/:part_number", {
    params: { bucket_name: bucket, upload_id: id, part_number: part }, query: { context_id: contextId }
  })
export const completeUpload = (place: BucketPlace, id: string) => request<unknown>("POST", path(place, `/${id}/complete`), { query: query(place) })
/** Ends an upload; what arrived of it goes. */
export const abortUpload = (place: BucketPlace, id: string) => request<void>("DELETE", path(place, `/${id}`), { query: query(place) })
