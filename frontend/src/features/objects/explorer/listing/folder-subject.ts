import type { BucketPlace } from "~/lib/bucket-place"
import { counted } from "~/lib/format"
import { calledEntry } from "../../transfers/called-entry"
import { entryId, selectionOf } from "../../transfers/entry-id"

/** Subject of an action: a folder (`""` is the whole bucket), or chosen entries, as they were when it was opened. */
export interface FolderSubject {
  readonly place: BucketPlace
  readonly prefixes: ReadonlyArray<string>
  readonly keys: ReadonlyArray<string>
}

export const ofFolder = (place: BucketPlace, prefix: string): FolderSubject => ({ place, prefixes: [prefix], keys: [] })

/** Chosen entries, by their ids. */
export const ofEntries = (place: BucketPlace, entries: ReadonlyArray<string>): FolderSubject => ({
  place,
  ...selectionOf(entries)
})

/** Name of a subject: `photos/`, `all of my-bucket`, `3 entries`. */
export const subjectName = ({ keys, place, prefixes }: FolderSubject): string => {
  const [only, ...more] = [...prefixes, ...keys.map((key) => entryId("object", key))]
  return more.length > 0
    ? counted(1 + more.length, "entry", "entries")
    : only === "" || only === undefined
      ? `all of ${place.bucket}`
      : calledEntry(only)
}
