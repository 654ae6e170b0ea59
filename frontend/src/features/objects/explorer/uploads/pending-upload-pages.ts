import { callIn } from "~/client/call"
import type { Answer } from "~/client/contract"
import { byCursor } from "~/components/resource-table/query-of"
import type { ListQuery, TablePage } from "~/components/resource-table/types"
import type { BucketPlace } from "~/lib/bucket-place"
import { visible } from "~/lib/visible"

type Listed = Answer<"GET /api/browser/buckets/:bucket_name/multipart">
export type UploadRow = Listed["uploads"][number] & { readonly id: string; readonly name: string }

/** Limit of one scope; beyond it, a narrower prefix is needed. */
export const MAX_LISTED_UPLOADS = 10_000

type Position = readonly [keyMarker: string, uploadIdMarker: string | null, before: number]

export interface UploadPage extends TablePage<UploadRow> {
  readonly isCut: boolean
}

const rowOf = (upload: Listed["uploads"][number]): UploadRow => ({
  ...upload,
  id: JSON.stringify([upload.key, upload.upload_id]),
  name: visible(upload.key)
})

export const uploadPageOf = (
  { next_key_marker, next_upload_id_marker, uploads }: Listed,
  before: number
): UploadPage => {
  const left = MAX_LISTED_UPLOADS - before
  const shown = before + uploads.length
  const next: Position | null =
    next_key_marker === null || shown >= MAX_LISTED_UPLOADS ? null : [next_key_marker, next_upload_id_marker, shown]
  return {
    items: uploads.slice(0, left).map(rowOf),
    total: null,
    next: next === null ? null : JSON.stringify(next),
    isCut: next === null && (next_key_marker !== null || uploads.length > left)
  }
}

export const readUploads = async (
  place: BucketPlace,
  prefix: string,
  wanted: ListQuery,
  signal: AbortSignal
): Promise<UploadPage> => {
  const { cursor, limit, search } = byCursor(wanted)
  const [key_marker, upload_id_marker, before = 0] = cursor === undefined ? [] : (JSON.parse(cursor) as Position)
  const page = await callIn(place, "GET /api/browser/buckets/:bucket_name/multipart", {
    query: { prefix: prefix + (search ?? ""), key_marker, upload_id_marker, max_uploads: limit },
    signal
  })
  return uploadPageOf(page, before)
}
