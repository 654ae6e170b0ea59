import type { Answer } from "~/client/contract"
import { type BucketPlace } from "~/lib/bucket-place"

export type VersionPage = Answer<"GET /api/browser/buckets/:bucket_name/versions">
export type Version = VersionPage["versions"][number]

/** At most this many versions go in one request. */
export const MOST = 1000

/** Versions that are selected, by their ids, and where a range of them begins. */
export interface Choice {
  readonly ids: ReadonlyArray<string>
  readonly anchor: string
}

export const NO_CHOICE: Choice = { ids: [], anchor: "" }

/** The selection once one of the versions is turned on or off, or, with `range`, all from where a range begins. */
export const chosenBy = ({ anchor, ids }: Choice, all: ReadonlyArray<string>, id: string, on: boolean, range: boolean): Choice => {
  const [from, to] = [all.indexOf(anchor), all.indexOf(id)]
  if (!range || from < 0 || to < 0) return { anchor: id, ids: on ? [...ids.filter((one) => one !== id), id] : ids.filter((one) => one !== id) }
  const between = all.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { anchor, ids: [...ids.filter((one) => !between.includes(one)), ...(on ? between : [])] }
}

/** Those that are selected, in the order in which they stand: what is gone by now is selected no more. */
export const chosenOf = (versions: ReadonlyArray<Version>, { ids }: Choice): ReadonlyArray<Version> => {
  const wanted = new Set(ids)
  return versions.filter(({ version_id }) => wanted.has(version_id))
}

/** A version as something is done to it. */
export interface Named {
  readonly id: string
  readonly name: string
  readonly place: BucketPlace
  readonly key: string
  readonly isMarker: boolean
  /** Why it was not deleted; "" where nothing stood in the way. */
  readonly kept: string
  /** What has to be typed where a lock is overridden. */
  readonly word: "bypass"
}

export const shortId = (id: string): string => id.length > 10 ? `${id.slice(0, 8)}…` : id

export const namedOf = (place: BucketPlace, { is_delete_marker: isMarker, key, version_id }: Version): Named =>
  ({ id: version_id, name: `version ${shortId(version_id)}`, place, key, isMarker, kept: "", word: "bypass" })

/** Whether it comes back: a delete marker that hides the key, or a version that is not what is there. */
export const canBring = ({ is_delete_marker, is_latest }: Version): boolean => is_delete_marker === is_latest
