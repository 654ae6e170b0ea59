import type { Answer } from "~/client/contract"
import type { BucketPlace } from "~/lib/bucket-place"

export type VersionPage = Answer<"GET /api/browser/buckets/:bucket_name/versions">
export type Version = VersionPage["versions"][number]

export const MAX_CHOSEN = 1000

export interface Choice {
  readonly ids: ReadonlyArray<string>
  readonly anchor: string
}

export const NO_CHOICE: Choice = { ids: [], anchor: "" }

export const chosenBy = (
  { anchor, ids }: Choice,
  all: ReadonlyArray<string>,
  id: string,
  on: boolean,
  range: boolean
): Choice => {
  const [from, to] = [all.indexOf(anchor), all.indexOf(id)]
  if (!range || from < 0 || to < 0)
    return { anchor: id, ids: on ? [...ids.filter((one) => one !== id), id] : ids.filter((one) => one !== id) }
  const between = all.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { anchor, ids: [...ids.filter((one) => !between.includes(one)), ...(on ? between : [])] }
}

export const chosenOf = (versions: ReadonlyArray<Version>, { ids }: Choice): ReadonlyArray<Version> => {
  const selectedIds = new Set(ids)
  return versions.filter(({ version_id }) => selectedIds.has(version_id))
}

export interface NamedVersion {
  readonly id: string
  readonly name: string
  readonly place: BucketPlace
  readonly key: string
  readonly isMarker: boolean
  readonly kept: string
  readonly word: "bypass"
}

export const shortId = (id: string): string => (id.length > 10 ? `${id.slice(0, 8)}…` : id)

export const namedOf = (
  place: BucketPlace,
  { is_delete_marker: isMarker, key, version_id }: Version
): NamedVersion => ({
  id: version_id,
  name: `version ${shortId(version_id)}`,
  place,
  key,
  isMarker,
  kept: "",
  word: "bypass"
})

export const canBring = ({ is_delete_marker, is_latest }: Version): boolean => is_delete_marker === is_latest
