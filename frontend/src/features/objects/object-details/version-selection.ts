import type { Answer } from "~/client/contract"
import type { BucketPlace } from "~/lib/bucket-place"

export type VersionPage = Answer<"GET /api/browser/buckets/:bucket_name/versions">
export type Version = VersionPage["versions"][number]

export const MAX_SELECTED_VERSIONS = 1000

export interface VersionSelection {
  readonly ids: ReadonlyArray<string>
  readonly anchor: string
}

export const NO_SELECTION: VersionSelection = { ids: [], anchor: "" }

export const toggleVersions = (
  { anchor, ids }: VersionSelection,
  all: ReadonlyArray<string>,
  id: string,
  on: boolean,
  range: boolean
): VersionSelection => {
  const [from, to] = [all.indexOf(anchor), all.indexOf(id)]
  if (!range || from < 0 || to < 0)
    return { anchor: id, ids: on ? [...ids.filter((one) => one !== id), id] : ids.filter((one) => one !== id) }
  const between = all.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { anchor, ids: [...ids.filter((one) => !between.includes(one)), ...(on ? between : [])] }
}

export const selectedVersionsOf = (
  versions: ReadonlyArray<Version>,
  { ids }: VersionSelection
): ReadonlyArray<Version> => {
  const selectedIds = new Set(ids)
  return versions.filter(({ version_id }) => selectedIds.has(version_id))
}

export interface VersionSubject {
  readonly id: string
  readonly name: string
  readonly place: BucketPlace
  readonly key: string
  readonly isMarker: boolean
  readonly lockReason: string
  readonly word: "bypass"
}

export const shortId = (id: string): string => (id.length > 10 ? `${id.slice(0, 8)}…` : id)

export const subjectOfVersion = (
  place: BucketPlace,
  { is_delete_marker: isMarker, key, version_id }: Version
): VersionSubject => ({
  id: version_id,
  name: `version ${shortId(version_id)}`,
  place,
  key,
  isMarker,
  lockReason: "",
  word: "bypass"
})

export const canRestore = ({ is_delete_marker, is_latest }: Version): boolean => is_delete_marker === is_latest
