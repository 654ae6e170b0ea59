import type { Subject } from "~/components/action"
import type { BucketPlace } from "~/lib/bucket-place"
import { int } from "~/lib/format"
import { calledEntry } from "../../transfers/called-entry"
import { isFolderEntry } from "../../transfers/entry-id"

export type Depth = "current" | "versions"

export interface DeletionTarget extends Subject {
  readonly place: BucketPlace
  readonly keys: ReadonlyArray<string>
  readonly depth: Depth
  readonly bypass: boolean
  /** Confirmed plan; objects written after it stay. */
  readonly plan?: { readonly planned_at?: string }
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

export const deedOf = ({ depth, keys }: Pick<DeletionTarget, "depth" | "keys">): string => {
  const [only = ""] = keys
  const what = keys.length > 1 ? `${int(keys.length)} entries` : isFolderEntry(only) ? "folder" : "object"
  return `Delete ${what}${depth === "versions" ? " for good" : ""}`
}
