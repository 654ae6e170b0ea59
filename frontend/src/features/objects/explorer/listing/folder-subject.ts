import type { BucketPlace } from "~/lib/bucket-place"
import { counted } from "~/lib/format"
import { calledEntry } from "../../transfers/called-entry"
import { entryId, selectionOf } from "../../transfers/entry-id"

export interface FolderSubject {
  readonly place: BucketPlace
  readonly prefixes: ReadonlyArray<string>
  readonly keys: ReadonlyArray<string>
}

export const ofFolder = (place: BucketPlace, prefix: string): FolderSubject => ({ place, prefixes: [prefix], keys: [] })

export const ofEntries = (place: BucketPlace, entries: ReadonlyArray<string>): FolderSubject => ({
  place,
  ...selectionOf(entries)
})

export const subjectName = ({ keys, place, prefixes }: FolderSubject): string => {
  const [only, ...more] = [...prefixes, ...keys.map((key) => entryId("object", key))]
  return more.length > 0
    ? counted(1 + more.length, "entry", "entries")
    : only === "" || only === undefined
      ? `all of ${place.bucket}`
      : calledEntry(only)
}
