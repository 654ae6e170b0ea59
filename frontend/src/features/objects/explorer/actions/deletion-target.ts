import type { Subject } from "~/components/action"
import type { BucketPlace } from "~/lib/bucket-place"
import { int } from "~/lib/format"
import { calledEntry } from "../../transfers/called-entry"
import { isFolderEntry } from "../../transfers/entry-id"

/** How deep a deletion goes: what is current, or every version and delete marker too. */
export type Depth = "current" | "versions"

/** Entries that somebody is asked about, with the place where they were shown. */
export interface DeletionTarget extends Subject {
  readonly place: BucketPlace
  /** Ids of entries. */
  readonly keys: ReadonlyArray<string>
  readonly depth: Depth
  /** Versions that are retained in the mode governance go as well. */
  readonly bypass: boolean
  /** Plan that was confirmed; objects written after it stay. */
  readonly plan?: { readonly planned_at?: string }
  /** The bucket keeps versions, or may keep them: the service deletes, and offers an undo. */
  readonly undoable?: boolean
}

export const deletionTargets = (place: BucketPlace, keys: ReadonlyArray<string>): DeletionTarget => ({
  id: [place.contextId, place.bucket, ...keys].join("\n"),
  name: keys.length === 1 ? calledEntry(keys[0] ?? "") : `${int(keys.length)} entries`,
  place,
  keys,
  depth: "current",
  bypass: false
})

export const hasFolder = ({ keys }: Pick<DeletionTarget, "keys">): boolean => keys.some(isFolderEntry)

/** Label of the confirming button: `Delete 12 entries`. */
export const deedOf = ({ depth, keys }: Pick<DeletionTarget, "depth" | "keys">): string => {
  const [only = ""] = keys
  const what = keys.length > 1 ? `${int(keys.length)} entries` : isFolderEntry(only) ? "folder" : "object"
  return `Delete ${what}${depth === "versions" ? " for good" : ""}`
}
