import { callIn } from "~/client/call"
import type { Answer } from "~/client/contract"
import { byCursor, columns, type ListQuery, type TablePage } from "~/components/resource-table"
import type { BucketPlace } from "~/lib/bucket-place"
import { newestFirst } from "~/lib/newest-first"
import { visible } from "~/lib/visible"
import { entryName } from "../listing/entries"
import { VersionCell, VersionState } from "./version-cells"

type Listed = Answer<"GET /api/browser/buckets/:bucket_name/versions">

export interface VersionRow {
  readonly id: string
  readonly key: string
  readonly kind: "folder" | "version" | "marker"
  readonly name: string
  readonly latest: boolean
  readonly version_id: string | null
  readonly size_bytes: number | null
  readonly storage_class: string | null
  readonly modified_at: string | null
  readonly etag: string | null
}

export interface VersionsRequest {
  readonly folder: string
  readonly deleted: boolean
}

const rowsOf = (page: Listed, { deleted, folder }: VersionsRequest): ReadonlyArray<VersionRow> => [
  ...page.prefixes.map(
    (key): VersionRow => ({
      id: key,
      key,
      kind: "folder",
      name: visible(key.slice(folder.length)),
      latest: true,
      version_id: null,
      size_bytes: null,
      storage_class: null,
      modified_at: null,
      etag: null
    })
  ),
  ...newestFirst(page.versions)
    .filter((one) => !deleted || (one.is_latest && one.is_delete_marker))
    .map(
      (one): VersionRow => ({
        id: JSON.stringify([one.key, one.version_id]),
        key: one.key,
        kind: one.is_delete_marker ? "marker" : "version",
        name: visible(one.key.slice(folder.length)) || entryName(one.key),
        latest: one.is_latest,
        version_id: one.version_id,
        size_bytes: one.is_delete_marker ? null : one.size_bytes,
        storage_class: one.is_delete_marker ? null : one.storage_class,
        modified_at: one.modified_at,
        etag: one.etag
      })
    )
]

const cursorOf = ({ next_key_marker, next_version_id_marker }: Listed): string | null =>
  next_key_marker === null ? null : JSON.stringify([next_key_marker, next_version_id_marker])

export const readVersions = async (
  place: BucketPlace,
  request: VersionsRequest,
  wanted: ListQuery,
  signal: AbortSignal
): Promise<TablePage<VersionRow>> => {
  const { cursor, limit, search } = byCursor(wanted)
  const [key_marker, version_id_marker] = cursor === undefined ? [] : (JSON.parse(cursor) as [string, string | null])
  const page = await callIn(place, "GET /api/browser/buckets/:bucket_name/versions", {
    query: { prefix: request.folder + (search ?? ""), delimiter: "/", key_marker, version_id_marker, max_keys: limit },
    signal
  })
  return { items: rowsOf(page, request), total: null, next: cursorOf(page) }
}

export const VERSION_TABLE = {
  noun: { one: "entry", many: "entries" },
  rowKey: "id",
  searchLabel: "Names in this folder that begin with",
  columns: columns<VersionRow>([
    { key: "name", label: "Name", width: "name", priority: 1, cell: VersionCell },
    { key: "kind", label: "State", width: "s", priority: 1, cell: VersionState },
    { key: "size_bytes", label: "Size", width: "s", priority: 2, numeric: true, format: "bytes" },
    { key: "modified_at", label: "Written", width: "m", priority: 2, format: "ago" },
    { key: "version_id", label: "Version ID", width: "m", priority: 3, format: "mono" },
    { key: "storage_class", label: "Class", width: "s", priority: 4 }
  ])
}
